import { mailto } from '../../../lib/mailto.ts'

/** Opens a new mail to the address; that of an erased person is empty. */
export const EmailAddress = ({ email }: { email: string }) => email !== '' && <a href={mailto(email)}>{email}</a>
