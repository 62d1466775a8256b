/** Calls the number on a phone. */
export const PhoneNumber = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
)
