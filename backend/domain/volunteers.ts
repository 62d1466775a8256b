import type { consent } from '../../records/consent.ts'
import { erasedEmail } from '../../records/fields.ts'
import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import type { Origin } from '../../records/origins.ts'
import { type Correction, corrected, isSame, type Values, valuesIn } from '../../records/values.ts'
import { volunteer, volunteerDetails } from '../../records/volunteers.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Id = { volunteerId: number }
/** `userId`: the signed-in user. `subject`: the person behind the email address, which a correction may change. */
type Applicant = Id & { subject: string; userId: number | null }
type Application = Applicant & Values<typeof volunteer>
/** A form leaves out what it does not ask for. */
type Applying = Applicant & Correction<typeof volunteer>
type Details = Id & { subject: string } & Values<typeof volunteerDetails>
/** Details that it leaves out stay as they are. */
type Said = Id & { subject: string } & Correction<typeof volunteerDetails>
type Imported = Omit<Application, 'userId'> & Values<typeof consent>
/** `subject` and `email`: the new address; `previousSubject`: the old one, of the same person. */
type Move = Id & { subject: string; email: string; previousSubject: string }

export type VolunteerCommand =
  | Fact<'ApplyAsVolunteer', Applying & Origin>
  /** By staff, such as from a paper sheet that the person signed. */
  | Fact<'EnterVolunteer', Applying & HandEntry>
  | Fact<'CorrectVolunteer', Said>
  /** The account of the volunteer proved another address. */
  | Fact<'MoveVolunteerAddress', Move>
  | Fact<'RemoveVolunteer', Id>
  | Fact<'RestoreVolunteer', Id>
  | Fact<'ImportVolunteer', Omit<Applying, 'userId'> & Values<typeof consent>>
  /** A file says more, or something else, about a person who is known. */
  | Fact<'ImportVolunteerDetails', Said>
  /** Takes back what the event with this revision did, unless something else has done so. */
  | Fact<'UndoVolunteerImport', { revision: number }>
export type VolunteerEvent =
  | Fact<'VolunteerApplied', Application & MaybeByHand & Origin>
  | Fact<'VolunteerCorrected', Details>
  | Fact<'VolunteerAddressMoved', Move>
  | Fact<'VolunteerRemoved', Id>
  | Fact<'VolunteerRestored', Id>
  /** By an import: the person agreed elsewhere, and before. */
  | Fact<'VolunteerImported', Imported>

/** `steps`: the details that each event found, by its revision; `last`: the revision that set them. */
type Steps = { steps: readonly (Details | null)[]; last: number }
type Volunteer = Steps & ({ status: 'unknown' } | { status: 'applied' | 'removed'; details: Details })

/** One stream per application: a person who applies twice has two. */
export const volunteerStream = (volunteerId: number) => `volunteer-${volunteerId}`

const notFound = () => new DomainError('not_found', 'Volunteer not found.')

/** The details without what else an event says. */
const detailsOf = (data: Details): Details => ({
  volunteerId: data.volunteerId,
  subject: data.subject,
  ...valuesIn(volunteerDetails, data),
})

/** Details of the old address get the new one, earlier ones too: the undo of an import must not bring the old one back. */
function moved(details: Details, { subject, email, previousSubject }: Move): Details {
  return details.subject === previousSubject ? { ...details, subject, email } : details
}

function decideCorrection(known: Details, { volunteerId, subject, ...said }: Said): VolunteerEvent[] {
  const details = corrected(volunteerDetails, known, said)
  if (isSame(volunteerDetails, known, details)) return []
  return [{ type: 'VolunteerCorrected', data: { volunteerId, subject, ...details } }]
}

function decideUndo(revision: number, volunteer: Volunteer): VolunteerEvent[] {
  const before = volunteer.steps[revision]
  if (volunteer.status !== 'applied' || before === undefined || volunteer.details.email === erasedEmail) return []
  if (before === null) return [{ type: 'VolunteerRemoved', data: { volunteerId: volunteer.details.volunteerId } }]
  return volunteer.last === revision ? [{ type: 'VolunteerCorrected', data: before }] : []
}

export const volunteers: Decider<Volunteer, VolunteerCommand, VolunteerEvent> = {
  initialState: { status: 'unknown', steps: [], last: -1 },
  decide(command, known) {
    switch (command.type) {
      case 'ApplyAsVolunteer':
      case 'EnterVolunteer':
        if (known.status !== 'unknown') throw new DomainError('conflict', 'This application was already submitted.')
        return [{ type: 'VolunteerApplied', data: { ...command.data, ...valuesIn(volunteer, command.data) } }]
      case 'ImportVolunteer':
        if (known.status !== 'unknown') return []
        return [{ type: 'VolunteerImported', data: { ...command.data, ...valuesIn(volunteer, command.data) } }]
      case 'CorrectVolunteer':
      case 'ImportVolunteerDetails':
        if (known.status !== 'applied') throw notFound()
        return decideCorrection(known.details, command.data)
      case 'MoveVolunteerAddress':
        if (known.status === 'unknown' || known.details.subject !== command.data.previousSubject) return []
        return [{ type: 'VolunteerAddressMoved', data: command.data }]
      case 'RemoveVolunteer':
        if (known.status === 'unknown') throw notFound()
        return known.status === 'removed' ? [] : [{ type: 'VolunteerRemoved', data: command.data }]
      case 'RestoreVolunteer':
        if (known.status === 'unknown') throw notFound()
        return known.status === 'removed' ? [{ type: 'VolunteerRestored', data: command.data }] : []
      case 'UndoVolunteerImport':
        return decideUndo(command.data.revision, known)
    }
  },
  evolve(volunteer, event) {
    const before = volunteer.status === 'unknown' ? null : volunteer.details
    const steps = [...volunteer.steps, before]
    switch (event.type) {
      case 'VolunteerApplied':
      case 'VolunteerCorrected':
      case 'VolunteerImported':
        return { status: 'applied', details: detailsOf(event.data), steps, last: volunteer.steps.length }
      case 'VolunteerAddressMoved':
        if (volunteer.status === 'unknown') return { ...volunteer, steps }
        return {
          ...volunteer,
          details: moved(volunteer.details, event.data),
          steps: steps.map((step) => step && moved(step, event.data)),
        }
      case 'VolunteerRemoved':
        return volunteer.status === 'unknown' ? { ...volunteer, steps } : { ...volunteer, steps, status: 'removed' }
      case 'VolunteerRestored':
        return volunteer.status === 'unknown' ? { ...volunteer, steps } : { ...volunteer, steps, status: 'applied' }
    }
  },
}
