import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { AdminCampaignEvent } from '../../contract/campaign-events.ts'
import { $edited, eventForm } from '../stores/admin-campaign-events.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

const categories = ['campaign', 'rally', 'fundraiser', 'townhall', 'meeting', 'town hall', 'summit', 'forum']

/** Create or edit an event; what is typed stays until it is saved or cancelled. */
export function CampaignEventDialog() {
  const edited = useStore($edited)
  return (
    <Dialog.Root open={edited !== null} disablePointerDismissal onOpenChange={(open) => open || $edited.set(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide">
          <Dialog.Title className="dialog-title">{edited === 'new' ? 'Create Event' : 'Edit Event'}</Dialog.Title>
          {edited !== null && <EventForm edited={edited} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function EventForm({ edited }: { edited: AdminCampaignEvent | 'new' }) {
  const form = useMemo(() => eventForm(edited), [edited])
  const isNew = edited === 'new'
  return (
    <Form form={form} label={isNew ? 'Create event' : 'Edit event'} values={valuesOf(edited)}>
      <Field name="title" label="Title" />
      <Field name="description" label="Description" rows={5} />
      <div className="form-row">
        <Field name="eventDate" label="Date" type="date" help="Date and times are those of the campaign’s time zone." />
        <Field name="startTime" label="Start time" type="time" />
        <Field name="endTime" label="End time" type="time" />
      </div>
      <div className="form-row">
        <Field name="location" label="Location" />
        <Field name="category" label="Category" help={`Such as ${categories.join(', ')}.`} />
      </div>
      <div className="form-row">
        <Field name="capacity" label="Capacity" type="number" help="With a number of seats, people can register." />
        <Field name="imageUrl" label="Image URL" type="url" help="Begins with https://. Empty: a cover is drawn." />
      </div>
      <label className="choice">
        <input type="checkbox" name="isActive" defaultChecked={isNew || edited.isActive} />
        Active
      </label>
      <div className="dialog-actions">
        <Dialog.Close className="button button-small">Cancel</Dialog.Close>
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {isNew ? 'Create Event' : 'Save Event'}
        </SubmitButton>
      </div>
    </Form>
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
