import { greetingName, serverOf } from '../mail/smtp.ts'
import type { SmtpServer } from './smtp-lines.ts'

/** The mail server for campaign mail. `publicUrl`: of the site. `requireTLS`: never sends in plain text over smtp://. */
export function smtpServerAt(
  smtpUrl: string,
  { publicUrl, requireTLS }: { publicUrl: string; requireTLS: boolean },
): SmtpServer {
  const { secure, ...rest } = serverOf(smtpUrl)
  return { ...rest, ...greetingName(new URL(publicUrl).hostname), secure, requireTLS: requireTLS && !secure }
}
