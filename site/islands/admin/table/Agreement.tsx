import type { Agreed, Wording } from '../../../../contract/wordings.ts'
import { notRecorded } from '../../../../records/names.ts'
import { publicDate } from '../../../lib/dates.ts'
import { wordingAt } from '../../../lib/wordings.ts'
import { wordings } from '../../../stores/admin/wordings.ts'
import { Loaded } from '../Loaded.tsx'

/** The words that a person agreed to with an act; while the server is updated, an older process does not say. */
export const Agreement = ({ to }: { to: Agreed | null | undefined }) =>
  to ? (
    <Loaded store={wordings} placeholder="Loading…">
      {(all) => <Words all={all} to={to} />}
    </Loaded>
  ) : (
    notRecorded
  )

function Words({ all, to: { wordingId, hash, privacyHash, agreedAt } }: { all: readonly Wording[]; to: Agreed }) {
  const said = wordingAt(all, wordingId, hash, agreedAt)
  const notice = privacyHash === null ? undefined : wordingAt(all, 'privacy', privacyHash, agreedAt)
  return (
    <>
      {said ? `“${said.text}”` : `Version ${hash}`}
      <br />
      {publicDate(agreedAt)}
      {notice && `. Privacy notice of ${publicDate(notice.since)}.`}
    </>
  )
}
