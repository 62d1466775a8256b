import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Passkey } from '../../../contract/auth-passkeys.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { deviceName, hasPasskeys } from '../../lib/passkeys.ts'
import { $renaming, addPasskeyForm, passkeys, remove, renameForm } from '../../stores/security/passkeys.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'

/** Passkeys: a way to sign in, and a second step. */
export function PasskeysPanel() {
  const title = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <section className="card stack security passkeys" aria-labelledby="passkeys-title">
      <h2 className="security-card-title" id="passkeys-title" tabIndex={-1} ref={title}>
        <span className="tile-icon">
          <Icon name="key" />
        </span>
        Passkeys
      </h2>
      <p className="quiet">
        Sign in with your fingerprint, face or screen lock instead of a password. A passkey can’t be guessed, and works
        only on this site.
      </p>
      <LoadedItems list={passkeys} placeholder={<p role="status">Loading…</p>}>
        {(items) => (
          <>
            {items.length > 0 && (
              <ul className="rows" aria-label="Your passkeys">
                {items.map((passkey) => (
                  <PasskeyRow passkey={passkey} onRemove={() => setLeaving(passkey)} key={passkey.id} />
                ))}
              </ul>
            )}
            <AddPasskey />
          </>
        )}
      </LoadedItems>
      <ConfirmDialog
        isOpen={leaving !== null}
        question={messages.passkeys.confirmRemove(leaving?.name ?? '')}
        detail="You can no longer sign in with it, and other browsers that signed in with a passkey are signed out. Delete it on your device too."
        confirm="Remove Passkey"
        keep="Keep Passkey"
        focusAfter={title}
        onConfirm={() => leaving !== null && remove(leaving)}
        onClose={() => setLeaving(null)}
      />
    </section>
  )
}

function AddPasskey() {
  if (!hasPasskeys()) return <p className="alert">{messages.passkeys.cannotAdd}</p>
  return (
    <Form form={addPasskeyForm} label="Add a passkey" values={{ name: deviceName(navigator.userAgent) }}>
      <Field name="name" label="Name of this device" help="Helps you recognize it in the list." />
      <div>
        <SubmitButton sending="Waiting for your device...">Add a Passkey</SubmitButton>
      </div>
    </Form>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const isRenaming = useStore($renaming) === passkey.id
  const rename = useRef<HTMLButtonElement>(null)
  useRestoreFocus(isRenaming, () => rename.current)
  const { id, name, isBackedUp, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? 'not used yet' : `last used ${shortDate(lastUsedAt)}`
  if (isRenaming) return <RenameRow passkey={passkey} />
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> {isBackedUp && <span className="badge">Synced</span>}
        </p>
        <p className="quiet small">
          Added {shortDate(createdAt)} · {used}
        </p>
      </div>
      <div className="actions">
        <button
          className="button button-small"
          type="button"
          ref={rename}
          aria-label={`Rename ${name}`}
          onClick={() => $renaming.set(id)}
        >
          Rename
        </button>
        <button className="button button-small" type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </li>
  )
}

function RenameRow({ passkey: { id, name } }: { passkey: Passkey }) {
  const form = useMemo(() => renameForm(id), [id])
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => row.current?.querySelector('input')?.focus(), [])
  return (
    <li ref={row}>
      <Form form={form} label={`Rename ${name}`} values={{ name }}>
        <Field name="name" label="New name" />
        <div className="actions">
          <SubmitButton sending="Saving...">Save</SubmitButton>
          <button className="button" type="button" onClick={() => $renaming.set(null)}>
            Cancel
          </button>
        </div>
      </Form>
    </li>
  )
}
