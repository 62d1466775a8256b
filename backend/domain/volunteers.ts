import { type Decider, DomainError, type Fact } from './decider.ts'

type Id = { volunteerId: number }
type Details = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  skills: string | null
  availability: string | null
}
/** `userId`: who was signed in. `subject`: the person behind the email address, which a correction may change. */
type Application = Id & { subject: string; userId: number | null; interests: string[] } & Details
type Correction = Id & { subject: string } & Details

export type VolunteerCommand =
  | Fact<'ApplyAsVolunteer', Application>
  | Fact<'CorrectVolunteer', Correction>
  | Fact<'RemoveVolunteer', Id>
  | Fact<'RestoreVolunteer', Id>
export type VolunteerEvent =
  | Fact<'VolunteerApplied', Application>
  | Fact<'VolunteerCorrected', Correction>
  | Fact<'VolunteerRemoved', Id>
  | Fact<'VolunteerRestored', Id>

type Volunteer = { status: 'unknown' } | { status: 'applied' | 'removed'; details: Details }

/** One stream per application: a person who applies twice has two. */
export const volunteerStream = (volunteerId: number) => `volunteer-${volunteerId}`

const notFound = () => new DomainError('not_found', 'Volunteer not found.')

const detailsOf = ({ firstName, lastName, email, phone, skills, availability }: Details): Details => ({
  firstName,
  lastName,
  email,
  phone,
  skills,
  availability,
})

const isSame = (a: Details, b: Details) => JSON.stringify(detailsOf(a)) === JSON.stringify(detailsOf(b))

export const volunteers: Decider<Volunteer, VolunteerCommand, VolunteerEvent> = {
  initialState: { status: 'unknown' },
  decide(command, volunteer) {
    switch (command.type) {
      case 'ApplyAsVolunteer':
        if (volunteer.status !== 'unknown') throw new DomainError('conflict', 'This application was already submitted.')
        return [{ type: 'VolunteerApplied', data: command.data }]
      case 'CorrectVolunteer':
        if (volunteer.status !== 'applied') throw notFound()
        return isSame(volunteer.details, command.data) ? [] : [{ type: 'VolunteerCorrected', data: command.data }]
      case 'RemoveVolunteer':
        if (volunteer.status === 'unknown') throw notFound()
        return volunteer.status === 'removed' ? [] : [{ type: 'VolunteerRemoved', data: command.data }]
      case 'RestoreVolunteer':
        if (volunteer.status === 'unknown') throw notFound()
        return volunteer.status === 'removed' ? [{ type: 'VolunteerRestored', data: command.data }] : []
    }
  },
  evolve(volunteer, event) {
    switch (event.type) {
      case 'VolunteerApplied':
      case 'VolunteerCorrected':
        return { status: 'applied', details: detailsOf(event.data) }
      case 'VolunteerRemoved':
        return volunteer.status === 'unknown' ? volunteer : { ...volunteer, status: 'removed' }
      case 'VolunteerRestored':
        return volunteer.status === 'unknown' ? volunteer : { ...volunteer, status: 'applied' }
    }
  },
}
