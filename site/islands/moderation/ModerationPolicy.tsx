import { useStore } from '@nanostores/react'
import { useMemo, useRef, useState } from 'react'
import type { ModerationModel } from '../../../contract/moderation-models.ts'
import type { ModerationPolicy as Policy } from '../../../contract/moderation-policy.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { $addedModel, $models } from '../../stores/moderation/moderation-models.ts'
import {
  $policy,
  $savingPolicy,
  $trial,
  $triedPolicy,
  discardTrial,
  modelOf,
  moderatorOption,
  savePolicy,
  trialForm,
} from '../../stores/moderation/moderation-policy.ts'
import { SettingHistory } from '../admin/SettingHistory.tsx'
import { Select } from '../forms/Choices.tsx'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ModerationModels } from './ModerationModels.tsx'
import { ModerationTrial } from './ModerationTrial.tsx'

function choices(models: readonly ModerationModel[], hasOutside: boolean) {
  const nameOf = ({ model, version, isChosen }: ModerationModel) =>
    [version, model === null && 'bundled', isChosen && 'in use'].filter(Boolean).join(', ')
  return [
    { value: 'recorded', label: 'As scored at the time' },
    ...models.map((one) => ({ value: moderatorOption(one.model), label: `Rescored by ${nameOf(one)}` })),
    ...(hasOutside ? [{ value: 'outside', label: 'Rescored by the external moderator' }] : []),
  ]
}

/** Thresholds and model, tested on past posts before they can be saved. */
export function ModerationPolicy() {
  const policy = useStore($policy)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card stack" aria-labelledby="policy-title">
      <div className="section-head">
        <h2 id="policy-title" tabIndex={-1} ref={title}>
          Policy
        </h2>
        <SettingHistory topic="moderation-policy" />
      </div>
      <p className="small">
        Change the thresholds or choose another model, and see what would have happened to past posts. Nothing changes
        until you save.
      </p>
      {policy !== null && <Trial policy={policy} onDone={() => title.current?.focus()} />}
      <ModerationModels />
    </section>
  )
}

function Trial({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const trial = useStore($trial)
  const tried = useStore($triedPolicy)
  const added = useStore($addedModel)
  const models = useStore($models) ?? []
  const [discards, setDiscards] = useState(0)
  // A form resets once it was sent; these values keep what was tested in the fields.
  const { review, reject } = tried ?? policy
  const values = useMemo(() => ({ review: String(review), reject: String(reject) }), [review, reject])
  const moderator = tried?.moderator ?? (added === null ? 'recorded' : moderatorOption(added))
  return (
    <>
      {!policy.isModelUsable && (
        <p className="alert" role="alert">
          {messages.model.unusable(policy.model ?? '')}
        </p>
      )}
      <Form form={trialForm} label="Test a policy" values={values} key={`${policy.changedAt} ${discards}`}>
        <Thresholds review={review} reject={reject} />
        <Select
          name="moderator"
          label="Past posts"
          options={choices(models, policy.hasOutside)}
          value={moderator}
          key={`${moderator} ${models.length}`}
        />
        {policy.hasOutside && <p className="quiet small">{messages.model.outsideFirst}</p>}
        <SubmitButton sending="Testing..." className="button button-small">
          Test on past posts
        </SubmitButton>
      </Form>
      {trial !== null && tried !== null && (
        <div className="stack" role="status">
          <ModerationTrial trial={trial} />
          <p className="small">
            <strong>Ready to save:</strong> review from {tried.review}%, reject from {tried.reject}%
            {modelOf(tried.moderator) !== undefined && `, using ${nameIn(models, modelOf(tried.moderator) ?? null)}`}.
          </p>
          <Saving
            onDone={() => {
              setDiscards(discards + 1)
              onDone()
            }}
          />
        </div>
      )}
      {policy.changedAt !== null && trial === null && (
        <p className="quiet small">In effect since {shortDate(policy.changedAt)}.</p>
      )}
    </>
  )
}

const nameIn = (models: readonly ModerationModel[], model: string | null) =>
  models.find((one) => one.model === model)?.version ?? model ?? 'the bundled model'

/** The two numbers, and the bands between them. */
function Thresholds(saved: { review: number; reject: number }) {
  const [bands, setBands] = useState(saved)
  return (
    <div
      className="thresholds"
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return
        const percent = Math.min(100, Math.max(0, Number(target.value)))
        setBands((before) => ({ ...before, [target.name]: percent }))
      }}
    >
      <div className="form-row">
        <Field name="review" label="Review from (%)" type="number" inputMode="numeric" />
        <Field name="reject" label="Reject from (%)" type="number" inputMode="numeric" />
      </div>
      <div className="bands-bar" aria-hidden="true">
        <span className="band-good" style={{ flexGrow: bands.review }} />
        <span className="band-waiting" style={{ flexGrow: Math.max(0, bands.reject - bands.review) }} />
        <span className="band-bad" style={{ flexGrow: Math.max(0, 100 - Math.max(bands.review, bands.reject)) }} />
      </div>
    </div>
  )
}

function Saving({ onDone }: { onDone: () => void }) {
  const isSaving = useStore($savingPolicy)
  return (
    <div className="actions">
      <BusyButton
        className="button button-small button-primary"
        busy="Saving..."
        isBusy={isSaving}
        onClick={async () => {
          if (await savePolicy()) onDone()
        }}
      >
        Save policy
      </BusyButton>
      <button
        className="button button-small"
        type="button"
        disabled={isSaving}
        onClick={() => {
          discardTrial()
          onDone()
        }}
      >
        Discard
      </button>
    </div>
  )
}
