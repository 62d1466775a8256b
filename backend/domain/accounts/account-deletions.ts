import { day } from '../../../records/durations.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

type Person = { userId: number; subject: string }
type Due = { /** ISO 8601, UTC. */ dueAt: string }

export type AccountDeletionCommand =
  | Fact<'RequestAccountDeletion', Person & { isAdmin: boolean; now: string }>
  | Fact<'CancelAccountDeletion', Person>
  /** Sent when the deletion may be due. */
  | Fact<'StartAccountDeletion', Person & { isAdmin: boolean; now: string }>
export type AccountDeletionEvent =
  | Fact<'AccountDeletionRequested', Person & Due>
  | Fact<'AccountDeletionCancelled', Person>
  /** The deletion can no longer be cancelled: the erasure follows. */
  | Fact<'AccountDeletionStarted', Person>

type AccountDeletion = { status: 'none' } | ({ status: 'requested' } & Due) | { status: 'started' }

export const accountDeletionStream = (userId: number) => `account-deletion-${userId}`

/** Milliseconds. The owner has this long to reconsider, or to notice that someone else requested the deletion. */
const grace = day

const alreadyDeleting = () => new DomainError('conflict', 'This account is already being deleted.')

export const accountDeletions: Decider<AccountDeletion, AccountDeletionCommand, AccountDeletionEvent> = {
  initialState: { status: 'none' },
  decide({ type, data }, deletion) {
    const { userId, subject } = data
    switch (type) {
      case 'RequestAccountDeletion':
        if (deletion.status === 'started') throw alreadyDeleting()
        if (data.isAdmin)
          throw new DomainError(
            'conflict',
            'Administrator accounts cannot be deleted. Ask another administrator to remove your admin rights first.',
          )
        if (deletion.status === 'requested') return []
        return [
          {
            type: 'AccountDeletionRequested',
            data: { userId, subject, dueAt: new Date(Date.parse(data.now) + grace).toISOString() },
          },
        ]
      case 'CancelAccountDeletion':
        if (deletion.status === 'started') throw alreadyDeleting()
        return deletion.status === 'none' ? [] : [{ type: 'AccountDeletionCancelled', data: { userId, subject } }]
      case 'StartAccountDeletion':
        if (deletion.status !== 'requested' || data.now < deletion.dueAt) return []
        // An admin has since granted this person admin rights, so the account is still needed.
        return [
          { type: data.isAdmin ? 'AccountDeletionCancelled' : 'AccountDeletionStarted', data: { userId, subject } },
        ]
    }
  },
  evolve(_deletion, event) {
    switch (event.type) {
      case 'AccountDeletionRequested':
        return { status: 'requested', dueAt: event.data.dueAt }
      case 'AccountDeletionCancelled':
        return { status: 'none' }
      case 'AccountDeletionStarted':
        return { status: 'started' }
    }
  },
}
