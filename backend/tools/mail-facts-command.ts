import type { MailFacts } from '../../contract/mail-facts.ts'

export type MailFactTools = {
  read(email: string): Promise<MailFacts>
  /** On the campaign’s clock. */
  formatTime(timestamp: string): string
}

/** `npm run admin -- mail you@example.org`: what the console says about this address, newest first. */
export async function showMailFacts(
  email: string,
  { read, formatTime }: MailFactTools,
  print: (line: string) => void,
): Promise<0> {
  const { now, facts } = await read(email)
  for (const sentence of now) print(sentence)
  for (const { at, sentence } of facts) print(`${formatTime(at)}: ${sentence}`)
  return 0
}
