import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { campaignEvent } from '../../../records/campaign-events.ts'
import { textsOf } from '../../lib/item-values.ts'
import { eventCategory } from '../../lib/labels.ts'
import { $saveQuestion, eventEditor, guestsOf, tellsGuests } from '../../stores/admin/admin-campaign-events.ts'
import { Field } from '../forms/Field.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CategoryField } from './CategoryField.tsx'
import { EditDialog, imageUrlHelp } from './EditDialog.tsx'

/** Administration §9, and those of the public site that have a color. */
const categories = ['campaign', 'rally', 'fundraiser', 'townhall', 'meeting', 'summit', 'forum']

export const CampaignEventDialog = () => (
  <EditDialog editor={eventEditor} noun="Event" valuesOf={valuesOf}>
    {(edited) => (
      <FieldsAndNote edited={edited}>
        <Field name="title" label={campaignEvent.title.label} />
        <Field name="description" label={campaignEvent.description.label} rows={5} />
        <div className="form-row">
          <Field
            name="eventDate"
            label={campaignEvent.eventDate.label}
            type="date"
            help="Dates and times are in the campaign’s time zone."
          />
          <Field name="startTime" label={campaignEvent.startTime.label} type="time" />
          <Field name="endTime" label={campaignEvent.endTime.label} type="time" />
        </div>
        <div className="form-row">
          <Field name="location" label={campaignEvent.location.label} />
          <CategoryField options={categories} labelOf={eventCategory} />
        </div>
        <div className="form-row">
          <Field
            name="capacity"
            label={campaignEvent.capacity.label}
            type="number"
            help="Set a number of seats to let people register."
          />
          <Field name="imageUrl" label={campaignEvent.imageUrl.label} type="url" help={imageUrlHelp} />
        </div>
        <label className="choice">
          <input type="checkbox" name="isActive" defaultChecked={edited === 'new' || edited.isActive} />
          Active
        </label>
        <SaveQuestion />
      </FieldsAndNote>
    )}
  </EditDialog>
)

/** The fields, and a note to guests once they will hear of the changes. */
function FieldsAndNote({ edited, children }: { edited: AdminCampaignEvent | 'new'; children: ReactNode }) {
  const [hasNote, setHasNote] = useState(false)
  if (edited === 'new') return children
  const guests = guestsOf(edited)
  return (
    <div
      className="form"
      onInput={({ currentTarget }) => {
        const form = currentTarget.closest('form')
        if (!form) return
        const fields = new FormData(form)
        setHasNote(tellsGuests((field) => String(fields.get(field) ?? '').trim(), edited))
      }}
    >
      {children}
      {hasNote && (
        <Field
          name="noteToGuests"
          label="Note to guests"
          rows={3}
          help={`Added to the email about this change, which goes to ${guests.toLocaleString('en-US')} ${guests === 1 ? 'guest' : 'guests'}.`}
        />
      )}
    </div>
  )
}

/** Asks when guests will hear of a save, or an end is before the start. */
function SaveQuestion() {
  const question = useStore($saveQuestion)
  return (
    <ConfirmDialog
      isOpen={question !== null}
      question={question?.question ?? ''}
      detail={question?.detail ?? ''}
      confirm={question?.confirm ?? ''}
      keep="Keep editing"
      isHarmless
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  )
}

function valuesOf(edited: AdminCampaignEvent | 'new'): { [field: string]: string } {
  if (edited === 'new') return { category: 'campaign' }
  const { category } = edited
  return {
    ...textsOf(edited),
    category: category.toLowerCase() === 'town hall' ? 'townhall' : category,
  }
}
