/** The page behind 'Why did I get this?' in mails, which Astro renders for each link. */
export const whyPage = '/why-this-email'

/** The page of what a person sent in, for people without an account. */
export const ownPage = '/my-campaign'

const unsubscribePage = '/unsubscribe?token='

/** The link to it, from the link to unsubscribe of the same mail: both have the same token. */
export const whyUrlOf = (unsubscribeUrl: string): string => unsubscribeUrl.replace(unsubscribePage, `${whyPage}?token=`)
