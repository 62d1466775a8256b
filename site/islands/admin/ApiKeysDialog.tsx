import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { ApiKey } from '../../../contract/api-keys.ts'
import { apiKeyEnd } from '../../../records/api-keys.ts'
import { staffRights } from '../../../records/staff-rights.ts'
import { lastDayBefore, publicDate } from '../../lib/dates.ts'
import { $isShowingApiKeys } from '../../stores/admin/admin-users.ts'
import { $newKey, apiKeys, revokeApiKey } from '../../stores/admin/api-keys.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { Loaded } from './Loaded.tsx'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** The keys with which programs call the API. */
export function ApiKeysDialog() {
  const [asked, ask] = useState<ApiKey | null>(null)
  return (
    <Modal
      isOpen={useStore($isShowingApiKeys)}
      title="API keys"
      lead="A program with a key does what its rights allow, without signing in. Everything it changes stands in Actions under the name of the key."
      isWide
      onClose={() => $isShowingApiKeys.set(false)}
    >
      <Loaded store={apiKeys} placeholder={<LinesSkeleton label="Loading API keys" />}>
        {(keys) =>
          keys.length === 0 ? (
            <p>No API keys yet.</p>
          ) : (
            <ul className="rows" aria-label="API keys">
              {keys.map((each) => (
                <Row key={each.id} of={each} onRevoke={() => ask(each)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ModalActions leave="Close">
        <button className="button button-small button-primary" type="button" onClick={() => $newKey.set('form')}>
          New Key
        </button>
      </ModalActions>
      <NewApiKeyDialog />
      <ReasonDialog
        isOpen={asked !== null}
        question="Revoke this API key?"
        {...(asked !== null && { subject: asked.name })}
        detail="The program with this key stops working at once. This can’t be undone, but you can issue a new key."
        confirm="Revoke key"
        keep="Keep key"
        onConfirm={(reason) => asked !== null && revokeApiKey(asked.id, reason)}
        reason={apiKeyEnd.reason}
        isOptional
        onClose={() => ask(null)}
      />
    </Modal>
  )
}

const badges = {
  works: null,
  ended: <span className="badge">Ended</span>,
  revoked: <span className="badge">Revoked</span>,
  stopped: <span className="badge badge-bad">Stopped</span>,
} satisfies { [State in ApiKey['state']]: ReactNode }

function Row({ of, onRevoke }: { of: ApiKey; onRevoke: () => void }) {
  const { name, state, issuedBy, issuedAt, until, lastUsedAt } = of
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          {badges[state]}
        </p>
        <Rights {...of} />
        <p className="quiet small">
          Issued on {publicDate(issuedAt)} by <bdi>{issuedBy ?? 'a deleted account'}</bdi>. Last day:{' '}
          {lastDayBefore(until)}. {lastUsedAt === null ? 'Not used yet.' : `Last used: ${publicDate(lastUsedAt)}.`}
        </p>
        {state === 'stopped' && (
          <p className="quiet small">
            It doesn’t work any more: the person who issued it is no longer an admin, or the site was restored from a
            backup.
          </p>
        )}
      </div>
      {(state === 'works' || state === 'stopped') && (
        <button className="button button-small" type="button" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </button>
      )}
    </li>
  )
}

const sentences = new Map<string, string>(Object.entries(staffRights).map(([right, { does }]) => [right, does]))
const sentenceOf = (right: string) => sentences.get(right) ?? right

function Rights({ name, rights }: Pick<ApiKey, 'name' | 'rights'>) {
  const [only, ...others] = rights
  if (only !== undefined && others.length === 0) return <p className="small">{sentenceOf(only)}</p>
  return (
    <details className="small">
      <summary>
        {rights.length} rights<span className="visually-hidden"> of {name}</span>
      </summary>
      <ul>
        {rights.map((right) => (
          <li key={right}>{sentenceOf(right)}</li>
        ))}
      </ul>
    </details>
  )
}
