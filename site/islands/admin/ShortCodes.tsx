import { useStore } from '@nanostores/react'
import type { ShortCode } from '../../../contract/short-codes.ts'
import { openHistory } from '../../stores/admin/history.ts'
import * as store from '../../stores/admin/short-codes.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { Loaded } from './Loaded.tsx'
import { ShortCodeDialog } from './ShortCodeDialog.tsx'

/** Short links for paper and signs: their addresses, QR codes and counts. */
export function ShortCodes() {
  const edited = useStore(store.$edited)
  return (
    <div>
      <p className="table-note">
        A short link is easy to read aloud and to print. Its QR code opens the same page, and both are counted here. Who
        signs up after following one has its code as their source.
      </p>
      <p>
        <button className="button button-small button-primary" type="button" onClick={() => store.$edited.set('new')}>
          Make Short Link
        </button>
      </p>
      <Loaded store={store.shortCodes} placeholder={<LinesSkeleton label="Loading short links" />}>
        {(codes) =>
          codes.length === 0 ? (
            <p>No short links yet.</p>
          ) : (
            <ul className="rows" aria-label="Short links">
              {codes.map((each) => (
                <Row key={each.id} of={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited !== null && <ShortCodeDialog edited={edited} />}
    </div>
  )
}

const times = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`)

function Row({ of }: { of: ShortCode }) {
  const { id, code, name, path, isRetired, visits, recentVisits } = of
  const picture = `/api/admin/short-codes/${id}/qr`
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          {isRetired && <span className="badge">Retired</span>}
        </p>
        <p className="small">
          <span className="mono">{store.addressOf(of)}</span>{' '}
          <span className="quiet">leads to {isRetired ? 'the home page' : <span className="mono">{path}</span>}</span>
        </p>
        <p className="quiet small">
          Followed {visits === 0 ? 'by no one yet' : `${times(visits)}, in the last 30 days ${recentVisits}`}
        </p>
      </div>
      <div className="with-icon">
        {!isRetired && (
          <>
            <Small label={`Copy the address of ${name}`} word="Copy" onClick={() => store.copyAddress(of)} />
            {(['svg', 'png'] as const).map((format) => (
              <a
                className="button button-small"
                key={format}
                href={`${picture}?format=${format}`}
                download={`qr-${code}.${format}`}
                aria-label={`QR ${format.toUpperCase()} of ${name}`}
              >
                QR {format.toUpperCase()}
              </a>
            ))}
            <Small label={`Edit ${name}`} word="Edit" onClick={() => store.$edited.set(of)} />
          </>
        )}
        <Small label={`History of ${name}`} word="History" onClick={() => openHistory('short-codes', id)} />
        {isRetired ? (
          <Small label={`Use again: ${name}`} word="Use Again" onClick={() => store.restoreShortCode(id)} />
        ) : (
          <Small label={`Retire ${name}`} word="Retire" onClick={() => store.retireShortCode(id)} />
        )}
      </div>
    </li>
  )
}

const Small = ({ label, word, onClick }: { label: string; word: string; onClick: () => unknown }) => (
  <button className="button button-small" type="button" aria-label={label} onClick={() => void onClick()}>
    {word}
  </button>
)
