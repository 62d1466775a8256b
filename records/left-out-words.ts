/** Why a person gets no mail: the end of a sentence about one person, 'was left out because …'. */
const becauseWords: { [reason: string]: string } = {
  erased: 'their data was erased',
  deleted: 'their account is closed',
  banned: 'they are banned',
  unsubscribed: 'they unsubscribed',
  complained: 'they marked us as spam',
  bounced: 'their address bounces',
  switchedOff: 'they turned these emails off',
  unconfirmed: 'they never confirmed their address',
  cancelled: 'the campaign was cancelled',
  outbox: 'the email went to the development outbox',
  tooMany: 'their inbox had its share of that day',
  waitedTooLong: 'it had waited for a week',
}

/** ' because they unsubscribed'; an answer of a mail server in parentheses; nothing without a reason. */
export function leftOutBecause(reason: string | null): string {
  if (reason === null || reason === '') return ''
  const words = becauseWords[reason]
  return words === undefined ? ` (${reason})` : ` because ${words}`
}
