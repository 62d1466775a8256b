import { useStore } from '@nanostores/react'
import { type ChangeEvent, useRef, useState } from 'react'
import type { ModerationModel } from '../../../contract/moderation-models.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { $changingModels, $models, addModelFile, removeModelFile } from '../../stores/moderation/moderation-models.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The models to choose from, and a way to add one. */
export function ModerationModels() {
  const models = useStore($models)
  const isChanging = useStore($changingModels)
  const [pendingDeletion, setPendingDeletion] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  function onChoose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) void addModelFile(file)
    // Lets people choose the same file again.
    currentTarget.value = ''
  }
  return (
    <section className="models stack" aria-labelledby="models-title">
      <h3 id="models-title" tabIndex={-1} ref={title}>
        Models
      </h3>
      {models !== null && (
        <ul className="model-list">
          {models.map((model) => (
            <ModelRow model={model} isChanging={isChanging} key={model.version} onRemove={setPendingDeletion} />
          ))}
        </ul>
      )}
      <div>
        <BusyButton
          className="button button-small"
          busy="Checking..."
          isBusy={isChanging}
          onClick={() => chooser.current?.click()}
        >
          Add a model file
        </BusyButton>
      </div>
      <p className="quiet small">
        A file written by <code>npm run moderation:train</code>, up to 5 MB. It is checked first, and does nothing until
        you have tested and saved it.
      </p>
      <input
        className="visually-hidden"
        ref={chooser}
        type="file"
        accept=".bin,application/octet-stream"
        aria-label="Model file"
        tabIndex={-1}
        onChange={onChoose}
      />
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.model.confirmRemove(pendingDeletion ?? '')}
        detail="Decisions it has already made stay as they are. You can add the file again."
        confirm="Remove model"
        keep="Keep model"
        focusAfter={title}
        onConfirm={() => pendingDeletion !== null && removeModelFile(pendingDeletion)}
        onClose={() => setPendingDeletion(null)}
      />
    </section>
  )
}

type RowProps = { model: ModerationModel; isChanging: boolean; onRemove: (model: string) => void }

function ModelRow({ model: { model, version, isChosen, bytes, addedAt }, isChanging, onRemove }: RowProps) {
  return (
    <li className="model">
      <div>
        <p className="model-name">
          {version} {isChosen && <span className="badge badge-good">In use</span>}
        </p>
        <p className="quiet small">
          {addedAt === null ? 'Bundled with the site' : `Added ${shortDate(addedAt)}`}
          {bytes !== null && `, ${(bytes / 1e6).toFixed(1)} MB`}
        </p>
      </div>
      {model !== null && !isChosen && (
        <button
          className="icon-button icon-trash"
          type="button"
          aria-label={`Remove model ${version}`}
          title={`Remove model ${version}`}
          disabled={isChanging}
          onClick={() => onRemove(model)}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  )
}
