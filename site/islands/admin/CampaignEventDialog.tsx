import { useStore } from '@nanostores/react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { $saveQuestion, eventEditor } from '../../stores/admin/admin-campaign-events.ts'
import { Field } from '../forms/Field.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EditDialog, imageUrlHelp } from './EditDialog.tsx'

const categories = ['campaign', 'rally', 'fundraiser', 'townhall', 'meeting', 'town hall', 'summit', 'forum']

export const CampaignEventDialog = () => (
  <EditDialog editor={eventEditor} noun="Event" valuesOf={valuesOf}>
    {(edited) => (
      <>
        <Field name="title" label="Title" />
        <Field name="description" label="Description" rows={5} />
        <div className="form-row">
          <Field name="eventDate" label="Date" type="date" help="Dates and times are in the campaign’s time zone." />
          <Field name="startTime" label="Start time" type="time" />
          <Field name="endTime" label="End time" type="time" />
        </div>
        <div className="form-row">
          <Field name="location" label="Location" />
          <Field name="category" label="Category" help={`Such as ${categories.join(', ')}.`} />
        </div>
        <div className="form-row">
          <Field name="capacity" label="Capacity" type="number" help="Set a number of seats to let people register." />
          <Field name="imageUrl" label="Image URL" type="url" help={imageUrlHelp} />
        </div>
        <label className="choice">
          <input type="checkbox" name="isActive" defaultChecked={edited === 'new' || edited.isActive} />
          Active
        </label>
        <SaveQuestion />
      </>
    )}
  </EditDialog>
)

/** Asks when guests will hear of a save. */
function SaveQuestion() {
  const question = useStore($saveQuestion)
  return (
    <ConfirmDialog
      isOpen={question !== null}
      question="Are you sure you want to save these changes?"
      detail={question?.detail ?? ''}
      confirm="Save changes"
      keep="Keep editing"
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  )
}

function valuesOf(edited: AdminCampaignEvent | 'new'): { [field: string]: string } {
  if (edited === 'new') return { category: 'campaign' }
  const { title, description, eventDate, startTime, endTime, location, category, capacity, imageUrl } = edited
  return {
    title,
    description: description ?? '',
    eventDate,
    startTime: startTime ?? '',
    endTime: endTime ?? '',
    location: location ?? '',
    category,
    capacity: capacity === null ? '' : String(capacity),
    imageUrl: imageUrl ?? '',
  }
}
