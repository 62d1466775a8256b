import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import type { SegmentId } from '../../../contract/email-segments.ts'
import { people, segmentLooks } from '../../lib/email-campaign-words.ts'
import { audience } from '../../stores/email-campaigns/audience.ts'
import { $errors, $mail, change, toggleSegment } from '../../stores/email-campaigns/compose.ts'
import { $statsById, segmentStats } from '../../stores/email-campaigns/segments.ts'
import { FieldNotes } from '../forms/FieldNotes.tsx'
import { FormatButtons } from '../forms/FormatButtons.tsx'
import { TextField } from '../forms/TextField.tsx'
import { MergeFields } from './MergeFields.tsx'
import { PurposeChoice } from './PurposeChoice.tsx'

/** The text of an email and its segments. */
export function ComposeFields() {
  const mail = useStore($mail)
  const errors = useStore($errors)
  const body = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <TextField
        label="Name"
        value={mail.name}
        maxLength={200}
        help="For your list of campaigns; recipients don’t see it."
        error={errors.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Subject"
        value={mail.subject}
        maxLength={300}
        error={errors.subject}
        onChange={(subject) => change({ subject })}
      />
      <TextField
        label="Preview line"
        value={mail.preheader}
        maxLength={200}
        isOptional
        help="Mail programs show it next to the subject."
        error={errors.preheader}
        onChange={(preheader) => change({ preheader })}
      />
      <TextField
        label="Replies to"
        value={mail.replyTo ?? ''}
        type="email"
        maxLength={255}
        isOptional
        help="An address of the campaign. Without one, replies go to the sender."
        error={errors.replyTo}
        onChange={(replyTo) => change({ replyTo: replyTo === '' ? null : replyTo })}
      />
      <SegmentChoice />
      <PurposeChoice />
      <TextField
        label="Text"
        value={mail.body}
        rows={14}
        field={body}
        tools={
          <>
            <FormatButtons field={body} hasLists />
            <MergeFields field={body} onInsert={(words) => change({ body: words })} />
          </>
        }
        help="Markdown: # heading, **bold**, *italics*, - list, [link](https://…). A blank line starts a paragraph."
        error={errors.body}
        onChange={(words) => change({ body: words })}
      />
    </>
  )
}

/** Number of people that the chosen segments reach together. */
function Reach() {
  const state = useStore(audience.$state)
  if (state.status !== 'loaded') return null
  return (
    <p className="field-help" role="status">
      {people(state.value.recipients)} in total. Each person gets one email.
    </p>
  )
}

function SegmentChoice() {
  const { segmentIds } = useStore($mail)
  const stats = useStore($statsById)
  useStore(segmentStats.$state)
  const error = useStore($errors).segmentIds
  const id = useId()
  const ids = Object.keys(segmentLooks).filter((word): word is SegmentId => Object.hasOwn(segmentLooks, word))
  return (
    <fieldset
      className="choices compose-segments"
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Segments</legend>
      {ids.map((segment) => (
        <label className="choice" key={segment}>
          <input type="checkbox" checked={segmentIds.includes(segment)} onChange={() => toggleSegment(segment)} />
          <span>
            {segmentLooks[segment].name}{' '}
            <span className="quiet">{stats.get(segment)?.count.toLocaleString('en-US')}</span>
          </span>
        </label>
      ))}
      {segmentIds.length > 0 && <Reach />}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}
