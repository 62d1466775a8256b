import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Id = { volunteerId: number }
type Details = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  skills: string | null
  availability: string | null
}
/** `userId`: the signed-in user. `subject`: the person behind the email address, which a correction may change. */
type Application = Id & { subject: string; userId: number | null; interests: string[] } & Details
type Correction = Id & { subject: string } & Details
/** `subject` and `email`: the new address; `previousSubject`: the old one, of the same person. */
type Move = Id & { subject: string; email: string; previousSubject: string }
/** `consentSource`: where and how the person agreed, in the words of staff. `consentAt`: ISO 8601, UTC. */
type Consent = { consentSource: string; consentAt: string }

export type VolunteerCommand =
  | Fact<'ApplyAsVolunteer', Application>
  | Fact<'CorrectVolunteer', Correction>
  /** The account of the volunteer proved another address. */
  | Fact<'MoveVolunteerAddress', Move>
  | Fact<'RemoveVolunteer', Id>
  | Fact<'RestoreVolunteer', Id>
  | Fact<'ImportVolunteer', Omit<Application, 'userId'> & Consent>
  /** A file says more, or something else, about a person who is known. */
  | Fact<'ImportVolunteerDetails', Correction>
  /** Takes back what the event with this revision did, unless something else has done so. */
  | Fact<'UndoVolunteerImport', { revision: number }>
export type VolunteerEvent =
  | Fact<'VolunteerApplied', Application>
  | Fact<'VolunteerCorrected', Correction>
  | Fact<'VolunteerAddressMoved', Move>
  | Fact<'VolunteerRemoved', Id>
  | Fact<'VolunteerRestored', Id>
  /** By an import: the person agreed elsewhere, and before. */
  | Fact<'VolunteerImported', Omit<Application, 'userId'> & Consent>

/** `steps`: the details that each event found, by its revision; `last`: the revision that set them. */
type Steps = { steps: readonly (Correction | null)[]; last: number }
type Volunteer = Steps & ({ status: 'unknown' } | { status: 'applied' | 'removed'; details: Correction })

/** One stream per application: a person who applies twice has two. */
export const volunteerStream = (volunteerId: number) => `volunteer-${volunteerId}`

/** Text that stands in an application instead of the address once its person is erased (topics/volunteers.ts). */
const erasedEmail = 'erased@erased.invalid'

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

/** The details without what else an event says. */
const correctionOf = (data: Correction): Correction => ({
  volunteerId: data.volunteerId,
  subject: data.subject,
  ...detailsOf(data),
})

/** Details of the old address get the new one, earlier ones too: the undo of an import must not bring the old one back. */
function moved(details: Correction, { subject, email, previousSubject }: Move): Correction {
  return details.subject === previousSubject ? { ...details, subject, email } : details
}

function decideUndo(revision: number, volunteer: Volunteer): VolunteerEvent[] {
  const before = volunteer.steps[revision]
  if (volunteer.status !== 'applied' || before === undefined || volunteer.details.email === erasedEmail) return []
  if (before === null) return [{ type: 'VolunteerRemoved', data: { volunteerId: volunteer.details.volunteerId } }]
  return volunteer.last === revision ? [{ type: 'VolunteerCorrected', data: before }] : []
}

export const volunteers: Decider<Volunteer, VolunteerCommand, VolunteerEvent> = {
  initialState: { status: 'unknown', steps: [], last: -1 },
  decide(command, volunteer) {
    switch (command.type) {
      case 'ApplyAsVolunteer':
        if (volunteer.status !== 'unknown') throw new DomainError('conflict', 'This application was already submitted.')
        return [{ type: 'VolunteerApplied', data: command.data }]
      case 'ImportVolunteer':
        return volunteer.status === 'unknown' ? [{ type: 'VolunteerImported', data: command.data }] : []
      case 'CorrectVolunteer':
      case 'ImportVolunteerDetails':
        if (volunteer.status !== 'applied') throw notFound()
        return isSame(volunteer.details, command.data) ? [] : [{ type: 'VolunteerCorrected', data: command.data }]
      case 'MoveVolunteerAddress':
        if (volunteer.status === 'unknown' || volunteer.details.subject !== command.data.previousSubject) return []
        return [{ type: 'VolunteerAddressMoved', data: command.data }]
      case 'RemoveVolunteer':
        if (volunteer.status === 'unknown') throw notFound()
        return volunteer.status === 'removed' ? [] : [{ type: 'VolunteerRemoved', data: command.data }]
      case 'RestoreVolunteer':
        if (volunteer.status === 'unknown') throw notFound()
        return volunteer.status === 'removed' ? [{ type: 'VolunteerRestored', data: command.data }] : []
      case 'UndoVolunteerImport':
        return decideUndo(command.data.revision, volunteer)
    }
  },
  evolve(volunteer, event) {
    const before = volunteer.status === 'unknown' ? null : volunteer.details
    const steps = [...volunteer.steps, before]
    switch (event.type) {
      case 'VolunteerApplied':
      case 'VolunteerCorrected':
      case 'VolunteerImported':
        return { status: 'applied', details: correctionOf(event.data), steps, last: volunteer.steps.length }
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
