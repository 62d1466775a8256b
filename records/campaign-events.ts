import { nullablePlain, nullablePublicText, plain, publicText } from './fields.ts'

// Erasing a person leaves what the campaign published: staff edits or deletes it.
const impersonal = 'Words of the campaign, for the public.'

/** An event in the calendar. Dates and times are those of the campaign's time zone. */
export const campaignEvent = {
  title: publicText(255, { label: 'Title', impersonal, isFound: true }),
  description: nullablePublicText(10_000, { label: 'Description', impersonal, isFound: true }),
  location: nullablePublicText(255, { label: 'Location', impersonal, isFound: true }),
  eventDate: plain('day', 'Date'),
  startTime: nullablePlain('clockTime', 'Start time'),
  endTime: nullablePlain('clockTime', 'End time'),
  category: publicText(50, { label: 'Category', impersonal, isFound: true }),
  capacity: nullablePlain('count', 'Capacity'),
  imageUrl: nullablePublicText(500, { label: 'Image URL', impersonal, form: 'url' }),
  isActive: plain('flag', 'Active'),
}

/** Stands in the email to everyone registered. */
export const guestNote = {
  noteToGuests: nullablePublicText(1000, {
    label: 'Note to guests',
    impersonal: 'Words of the campaign, to all guests alike.',
  }),
}

export const noStartTime = 'Add a start time, or leave the end time empty too.'
