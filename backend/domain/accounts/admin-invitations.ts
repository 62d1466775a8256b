import type { RoleGrant } from '../../../records/staff-rights.ts'
import { type GivenRole, isGivenRole, type StaffSet } from '../../../records/staff-sets.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import { type AskedOfRole, canBeHeldForOneEvent, isInForce, requireHoldable } from './role-grants.ts'

/** Known facts about the person at an address. `unproven`: their account may belong to a stranger who typed it. */
export type Invitee = 'without account' | 'unproven' | 'proven' | 'admin' | 'banned' | 'deactivated'

type Invited = { subject: string; email: string }
/** The id of an invitation is in its link. Absent: sent by a version that gave invitations no id. */
type Sent = Invited & { invitation?: string }

type Asked = Invited & { invitee: Invitee }

/** An invitation to a role. It has events of its own, so that an older process cannot take it for one to become an admin. */
type SentRole = Invited & { invitation: string }

/** Facts that the rules need when a link is opened. */
export type OpenedLink = {
  invitee: Invitee
  /** ISO 8601, UTC. */
  now: string
  expiresAt: string
  /** The token was used, or bound to an account. */
  isSpent: boolean
}

type Accepting = Omit<Invited, 'subject'> &
  OpenedLink & {
    /** Null: the address belongs to a person who was erased. */
    subject: string | null
    invitation: string | null
    /** Null: the server sent it. `lost`: that admin has lost their rights since. */
    inviter: 'admin' | 'lost' | null
    /** The invited person was an admin since then, and is no longer; or had the role. */
    isDemoted: boolean
    /** The invited person got the role since then. */
    isGiven: boolean
    /** The roles of the campaign's own in force; absent for none. */
    sets?: readonly StaffSet[]
  }

export type AdminInvitationCommand =
  | Fact<'InviteAdmin', Asked & Sent>
  | Fact<'InviteStaff', Asked & SentRole & RoleGrant<GivenRole> & AskedOfRole>
  | Fact<'WithdrawAdminInvitation', Asked>
  | Fact<'AcceptAdminInvitation', Accepting>
/** No event holds the link, which goes to the invited address only. */
export type AdminInvitationEvent =
  | Fact<'AdminInvited', Sent>
  /** About every invitation to the address. */
  | Fact<'AdminInvitationWithdrawn', Invited>
  /** Comes before the account changes. It uses up the other invitations to the address. */
  | Fact<'AdminInvitationAccepted', Sent>
  | Fact<'StaffInvited', SentRole & RoleGrant>
  | Fact<'StaffInvitationAccepted', SentRole>

/** `offer`: null to become an admin. */
type Invitation = {
  subject: string | null
  state: 'open' | 'accepted' | 'withdrawn' | 'used'
  offer: RoleGrant | null
}
/** By id. The one without an id stands for all that older versions sent. */
type Invitations = ReadonlyMap<string | null, Invitation>

/** One stream per address, named by its keyed hash. */
export const adminInvitationStream = (emailHash: string) => `admin-invitation-${emailHash}`

const obstacles: { [Who in Invitee]: string | null } = {
  'without account': null,
  unproven: null,
  proven: 'This person has an account with a verified email. Edit them in the list and turn on Admin.',
  admin: 'This person is already an admin.',
  banned: 'This person is banned. Unban them first.',
  deactivated: 'This person’s account is deactivated. Activate it first.',
}

const roleObstacles: typeof obstacles = {
  ...obstacles,
  proven: 'This person has an account with a verified email. Give them the role in the list.',
}

const forbidden = (message: string) => new DomainError('forbidden', message)

export const setupLinkInvalid = () =>
  forbidden(
    'This setup link is no longer valid. Ask an admin for a new invitation, or run "npm run admin" on the server.',
  )

/** Throws what keeps a person from what a link that stands gives. */
function requireAcceptable({ invitee, now, expiresAt }: OpenedLink): void {
  if (now >= expiresAt) throw setupLinkInvalid()
  switch (invitee) {
    case 'banned':
      throw forbidden('This account is banned, so the link cannot give it any rights. Contact us if that is a mistake.')
    case 'deactivated':
      throw forbidden(
        'This account is deactivated, so the link cannot give it any rights. Ask an admin to activate it.',
      )
    case 'admin':
      throw new DomainError('conflict', 'This account is already an admin. Please sign in.')
    case 'without account':
    case 'unproven':
    case 'proven':
  }
}

/**
 * Throws unless the link for the first admin stands for this account. It has no stream: it stands as long as there is
 * no admin, and its token is bound to the account that it makes an admin. `isOwn`: bound to this account. `isSpent`: used,
 * or bound to another account.
 */
export function requireFirstAdmin(link: OpenedLink & { isOwn: boolean; hasAdmin: boolean }): void {
  if (link.isOwn && link.invitee === 'admin') return
  if (link.isSpent) throw setupLinkInvalid()
  if (link.hasAdmin)
    throw new DomainError('conflict', 'This site already has an admin. Sign in, or ask an admin to give you access.')
  requireAcceptable(link)
}

/** Each invitation ends once: accepted, used up by another one, withdrawn, or expired. */
export const adminInvitations: Decider<Invitations, AdminInvitationCommand, AdminInvitationEvent> = {
  initialState: new Map([[null, { subject: null, state: 'open', offer: null }]]),
  decide(command, invitations) {
    switch (command.type) {
      case 'InviteAdmin': {
        const { invitee, ...sent } = command.data
        const obstacle = obstacles[invitee]
        if (obstacle !== null) throw new DomainError('conflict', obstacle)
        return [{ type: 'AdminInvited', data: sent }]
      }
      case 'InviteStaff': {
        const { invitee, now, sets = [], ...sent } = command.data
        const obstacle = roleObstacles[invitee]
        if (obstacle !== null) throw new DomainError('conflict', obstacle)
        requireHoldable(sent, { now, sets })
        return [{ type: 'StaffInvited', data: sent }]
      }
      case 'WithdrawAdminInvitation': {
        const { invitee, ...withdrawn } = command.data
        if (invitee === 'admin')
          throw new DomainError('conflict', 'This person is an admin by now. Edit them in the list and turn off Admin.')
        const isOpen = [...invitations.values()].some(
          ({ subject, state }) => subject !== null && (state === 'open' || state === 'accepted'),
        )
        return isOpen ? [{ type: 'AdminInvitationWithdrawn', data: withdrawn }] : []
      }
      case 'AcceptAdminInvitation':
        return accept(command.data, invitations)
    }
  },
  evolve(invitations, { type, data }) {
    switch (type) {
      case 'AdminInvited':
        return sentTo(invitations, { ...data, offer: null })
      case 'StaffInvited': {
        const { role, eventId, until } = data
        return sentTo(invitations, { ...data, offer: { role, eventId, until } })
      }
      case 'AdminInvitationWithdrawn':
        return endAll(invitations, 'withdrawn')
      case 'AdminInvitationAccepted':
      case 'StaffInvitationAccepted': {
        const id = data.invitation ?? null
        const { offer = null } = invitations.get(id) ?? {}
        return new Map([...endAll(invitations, 'used'), [id, { subject: data.subject, state: 'accepted', offer }]])
      }
    }
  },
}

function endAll(
  invitations: Invitations,
  end: 'withdrawn' | 'used',
  isConcerned: (invitation: Invitation) => boolean = () => true,
): Invitations {
  return new Map(
    [...invitations].map(([id, invitation]) => {
      const { state } = invitation
      const ends = state === 'open' || (state === 'accepted' && end === 'withdrawn')
      return [id, ends && isConcerned(invitation) ? { ...invitation, state: end } : invitation]
    }),
  )
}

/** An invitation to something else replaces the earlier ones, which staff no longer see. */
function sentTo(
  invitations: Invitations,
  { subject, invitation, offer }: Omit<Sent, 'email'> & { offer: RoleGrant | null },
): Invitations {
  const isOther = (earlier: Invitation) =>
    earlier.subject !== null && JSON.stringify(earlier.offer) !== JSON.stringify(offer)
  return new Map([
    ...endAll(invitations, 'withdrawn', isOther),
    [invitation ?? null, { subject, state: 'open', offer }],
  ])
}

/** Throws unless the role can be held as it is offered: a role of the campaign's own may have changed since. */
function requireOffered(offer: RoleGrant, { now, sets = [] }: Accepting): void {
  const { role, eventId } = offer
  if (!isGivenRole(role) || !isInForce(offer, now))
    throw forbidden('The role of this invitation has ended. Please ask for a new one.')
  const isOfOneEvent = canBeHeldForOneEvent(role, sets)
  if (isOfOneEvent === null)
    throw forbidden(
      'The role of this invitation was removed since, so the link gives nothing. Please ask for a new one.',
    )
  if (eventId !== null && !isOfOneEvent)
    throw forbidden('The role of this invitation no longer gives anything for one event. Please ask for a new one.')
}

/**
 * Also decided for a person who comes back after a crash: what they began is completed, unless the invitation ended in
 * between. Nothing is left to decide for an account that already got what it gives.
 */
function accept(link: Accepting, invitations: Invitations): AdminInvitationEvent[] {
  const { invitation, subject, email, invitee, isSpent } = link
  const own = invitations.get(invitation)
  if (own === undefined || own.state === 'used') throw setupLinkInvalid()
  if (own.state === 'withdrawn') throw forbidden('This invitation was withdrawn. Please ask for a new one.')
  // The address may have another owner than before the erasure.
  if (subject === null || (own.subject !== null && own.subject !== subject)) throw setupLinkInvalid()
  const isAccepted = own.state === 'accepted'
  if (isSpent && !isAccepted) throw setupLinkInvalid()
  const { offer } = own
  if (isAccepted && (offer === null ? invitee === 'admin' : link.isGiven)) return []
  if (link.inviter === 'lost')
    throw forbidden('The admin who invited you is no longer one. Please ask for a new invitation.')
  if (link.isDemoted) throw setupLinkInvalid()
  requireAcceptable(link)
  if (offer !== null) requireOffered(offer, link)
  if (isAccepted) return []
  if (offer !== null && invitation !== null)
    return [{ type: 'StaffInvitationAccepted', data: { subject, email, invitation } }]
  const accepted = { subject, email, ...(invitation !== null && { invitation }) }
  return [{ type: 'AdminInvitationAccepted', data: accepted }]
}
