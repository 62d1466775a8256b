import { plainHeading } from './headings.ts'

const isYes = (text: string) => ['yes', 'y', 'true', '1', 'x', 't'].includes(text)
const isNo = (text: string) => ['no', 'n', 'false', '0', 'f', 'never', 'declined'].includes(text)

/** A yes in such a column is a yes to email. */
const asksYes = (plain: string) =>
  /optin|subscribed|subscription$|consent$|^accepts|newsletter|^(?:can|okto|may|wants?|receives?)|optedin|marketing$|permission$/.test(
    plain,
  ) && !/^un|optout|optedout/.test(plain)

const noWords =
  /^(?:unsub|non-?subscribed|(?:not|never) (?:subscribed|opted)|no longer|blocklist|blacklist|clean|complain|disabled|spam|opted ?-?out|opt-? ?out|do not|don['\u2019]t|bounc|(?:hard|soft) ?bounc|removed|suppress|invalid|undeliverable|revoked|withdrawn)/
const yesWords =
  /^(?:active|subscribed|enabled|confirmed|opted ?-?in|opt-? ?in|single opt|double opt|express|implied|valid|resubscribed)/

/** `unconfirmed`: they have not agreed to mail, or not yet. */
export type WrittenConsent = 'no' | 'unconfirmed' | 'yes'

/** What a cell of a column about consent says of mail to this person; null: nothing. */
export function consentIn(heading: string, cell: string): WrittenConsent | null {
  const text = cell.trim().toLowerCase().replaceAll('_', ' ')
  const plain = plainHeading(heading)
  if (noWords.test(text)) return 'no'
  if (/^(?:unconfirmed|not confirmed|pending|awaiting|transactional|archived|inactive|cancell?ed)/.test(text))
    return 'unconfirmed'
  if (yesWords.test(text)) return 'yes'
  if (asksYes(plain)) return isNo(text) ? 'no' : isYes(text) ? 'yes' : null
  if (/status/.test(plain)) return null
  if (isYes(text) || /^\d{1,4}[-/]\d/.test(text)) return 'no'
  return isNo(text) ? 'yes' : null
}
