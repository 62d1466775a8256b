import { type Sender, writeLetter } from './layout.ts'
import type { Mail } from './mailer.ts'

/** To the owner of an account, when somebody tried to register its address again. Says nothing about who it was. */
export function accountExistsMail(sender: Sender, to: string): Mail {
  const letter = writeLetter(sender, {
    subject: `You already have an account with ${sender.siteName}`,
    heading: 'You already have an account',
    paragraphs: [
      'Somebody just tried to create an account with this email address. There is one already, so nothing was changed.',
      'If it was you, sign in with the password you chose back then.',
      'If it was not you, you do not need to do anything: nobody got into your account.',
    ],
    action: { label: 'Sign in', url: `${sender.publicUrl}/login` },
    reason: `You get this message because you have an account with ${sender.siteName}. We send it once a day at most.`,
  })
  return { to, ...letter }
}
