import type { CurrentUser } from '../../../contract/auth.ts'
import type { updateProfile } from '../../../contract/profile.ts'
import type { applyAsVolunteer } from '../../../contract/volunteers.ts'
import { availabilities, type volunteerForm as record } from '../../../records/volunteers.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages } from '../../lib/messages.ts'
import { fiveDigits } from '../../lib/zip-codes.ts'
import { createForm } from '../form.ts'
import { $session, refreshSession, type Session } from '../session.ts'
import { refreshSupporters } from './supporters.ts'

/** Initial values of the form, for people who are signed in (§5). */
export function prefillOf(session: Session): { [field: string]: string } {
  if (session.status !== 'signed-in') return {}
  const { firstName, lastName, email, phone, zipCode } = session.user
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email,
    phone: phone ?? '',
    zipCode: fiveDigits(zipCode),
  }
}

/** Saves the new number to the profile too (§7); if that fails, the application is still sent. */
async function keepPhone(user: CurrentUser, phone: string): Promise<void> {
  if (phone === (user.phone ?? '')) return
  const { firstName, lastName, email, address, city, state, zipCode } = user
  try {
    await call<typeof updateProfile>('PUT', '/api/profile', {
      body: {
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        email,
        phone,
        address: address ?? '',
        city: city ?? '',
        state: state ?? '',
        zipCode: zipCode ?? '',
      },
    })
  } catch (error) {
    console.warn('Failed to update profile', error)
  }
}

export const volunteerForm = createForm({
  act: 'Volunteer application submitted',
  required: ['firstName', 'lastName', 'email'],
  missing: messages.volunteer.missing,
  failed: messages.volunteer.failed,
  done: messages.volunteer.done,
  async send(read, readAll, written: Written<typeof record>) {
    const session = $session.get()
    if (session.status === 'signed-in') await keepPhone(session.user, read('phone'))
    await call<typeof applyAsVolunteer>('POST', '/api/volunteers', {
      body: {
        ...written,
        availability: availabilities.find((option) => option === read('availability')) ?? null,
        interests: readAll('interests'),
        wording: read('wording'),
      },
    })
    void refreshSupporters()
    void refreshSession()
  },
})
