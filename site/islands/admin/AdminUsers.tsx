import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminUser } from '../../../contract/users.ts'
import { dateAndTime, shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { personName } from '../../lib/names.ts'
import { tableExportPath } from '../../lib/paths.ts'
import { $isInviting } from '../../stores/admin/admin-invitations.ts'
import { $banned, $isShowingApiKeys, removeUser, unban, userEditor, userList } from '../../stores/admin/admin-users.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { isPast } from '../../stores/admin/console.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { $mailTarget } from '../../stores/admin/mail-consent.ts'
import { $secured } from '../../stores/admin/user-security.ts'
import { $may } from '../../stores/rights.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { BanDialog } from './BanDialog.tsx'
import { DialogOnDemand } from './DialogOnDemand.tsx'
import { ExportLinks } from './ExportLinks.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { RowButton } from './RowButton.tsx'
import { StandingInvitations } from './StandingInvitations.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'
import { NoEmailCampaigns } from './table/NoEmailCampaigns.tsx'
import { sourceColumn } from './table/source-column.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserSecurityDialog } from './UserSecurityDialog.tsx'

const choice = createColumnChoice('users')
const nameOf = (user: AdminUser) => personName(user) ?? user.email
const nameAndEmail = (user: AdminUser) => [personName(user), user.email].filter(Boolean).join(', ')

const columns: Column<AdminUser>[] = [
  {
    id: 'name',
    label: 'User',
    width: 'max(11rem, 14cqi)',
    isSortable: true,
    isName: true,
    cell: (user) => (
      <>
        <span className="cell-person">{personName(user) ?? 'N/A'}</span>{' '}
        <span className="cell-excerpt cell-id">ID: {user.id}</span>
      </>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    isSortable: true,
    isWide: true,
    card: 'line',
    cell: ({ email, mailSuppression }) => (
      <>
        <EmailAddress email={email} /> <NoEmailCampaigns suppression={mailSuppression} />
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '12.5rem',
    isSortable: true,
    card: 'badge',
    cell: StatusBadges,
    full: StatusDetails,
  },
  {
    id: 'role',
    label: 'Role',
    width: '5rem',
    leaves: 'first',
    cell: ({ isAdmin }) =>
      isAdmin ? <span className="badge badge-blue">Admin</span> : <span className="badge">User</span>,
  },
  {
    id: 'lastActiveAt',
    label: 'Last seen',
    width: '7.5rem',
    isSortable: true,
    leaves: 'early',
    cell: ({ lastActiveAt }) =>
      lastActiveAt === null ? (
        <span className="quiet">–</span>
      ) : (
        <time dateTime={lastActiveAt}>{shortDate(lastActiveAt)}</time>
      ),
  },
  sourceColumn(),
  { ...createdColumn('Joined'), leaves: 'next' },
]

const filters: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({ active: 'Active', inactive: 'Inactive', banned: 'Banned' }),
  },
  { name: 'role', label: 'Role', options: Object.entries({ admin: 'Admin', user: 'User' }) },
  { name: 'verified', label: 'Email verified', options: Object.entries({ yes: 'Verified', no: 'Not verified' }) },
]

const loadApiKeys = async () => (await import('./ApiKeysDialog.tsx')).ApiKeysDialog
const closeApiKeys = () => $isShowingApiKeys.set(false)

export function AdminUsers() {
  const [pendingDeletion, setPendingDeletion] = useState<AdminUser | null>(null)
  const may = useStore($may)
  return (
    <DataTable
      list={userList}
      choice={choice}
      title="Users"
      noun="users"
      columns={columns}
      filters={filters}
      none="No users found"
      note={
        may('grants') && (
          <>
            {!isPast && (
              <p className="table-note">
                To add an admin, invite them. If they have an account with a verified email, edit it here and turn on
                Admin.
              </p>
            )}
            <StandingInvitations />
          </>
        )
      }
      tools={
        <>
          {may('grants') && (
            <button className="button button-small button-primary" type="button" onClick={() => $isInviting.set(true)}>
              Invite an admin
            </button>
          )}
          {may('grants') && !isPast && (
            <button className="button button-small" type="button" onClick={() => $isShowingApiKeys.set(true)}>
              API keys
            </button>
          )}
          <ExportLinks list={userList} path={(format) => tableExportPath('people', format)} hasPeople />
        </>
      }
      nameOf={(user) => `user ${nameOf(user)}`}
      buttons={6}
      actions={(user) => <UserActions user={user} onDelete={() => setPendingDeletion(user)} />}
    >
      <UserDialog />
      <BanDialog />
      <UserSecurityDialog />
      <InviteDialog />
      <DialogOnDemand isOpen={useStore($isShowingApiKeys)} load={loadApiKeys} onFailed={closeApiKeys} />
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.user.confirmDelete}
        {...(pendingDeletion !== null && { subject: nameAndEmail(pendingDeletion) })}
        detail="This permanently erases their name, address and everything else they told us about themselves. Their posts stay, shown as written by a deleted user."
        confirm="Delete user"
        keep="Keep user"
        onConfirm={() => pendingDeletion !== null && removeUser(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </DataTable>
  )
}

function StatusBadges({ isActive, isBanned, isEmailVerified, isErased }: AdminUser) {
  if (isErased) return <span className="badge">Erased</span>
  return (
    <>
      <span className={isActive ? 'badge badge-good' : 'badge'}>{isActive ? 'Active' : 'Inactive'}</span>
      {isBanned && <span className="badge badge-bad">Banned</span>}
      {isEmailVerified && <span className="badge badge-blue">Verified</span>}
    </>
  )
}

/** With the reason and the end of a ban. */
function StatusDetails(user: AdminUser) {
  return (
    <>
      <StatusBadges {...user} />
      {user.isBanned && (user.banReason !== null || user.bannedUntil !== null) && (
        <p>
          {user.banReason}
          {user.bannedUntil !== null && ` Until ${dateAndTime(user.bannedUntil)}.`}
        </p>
      )}
    </>
  )
}

function UserActions({ user, onDelete }: { user: AdminUser; onDelete: () => void }) {
  const { id, isBanned, isErased, email, mailSuppression } = user
  const isBusy = useStore(userList.$busy).includes(id)
  const may = useStore($may)
  const name = nameOf(user)
  return (
    <>
      {!isErased && may('accounts') && (
        <>
          <RowButton icon="edit" label={`Edit user ${name}`} onClick={() => userEditor.edit(user)} />
          {isBanned ? (
            <RowButton icon="restore" label={`Unban user ${name}`} isBusy={isBusy} onClick={() => unban(id)} />
          ) : (
            <RowButton icon="ban" label={`Ban user ${name}`} isBusy={isBusy} onClick={() => $banned.set(user)} />
          )}
        </>
      )}
      {!isErased && (
        <RowButton
          icon="mail"
          label={`Campaign mail to ${email}`}
          word="Mail"
          onClick={() => $mailTarget.set({ email, mailSuppression, reload: userList.reload })}
        />
      )}
      {may('accounts') && (
        <RowButton icon="shield" label={`Sessions and bans of ${name}`} onClick={() => $secured.set(user)} />
      )}
      <RowButton icon="history" label={`History of the user ${name}`} onClick={() => openHistory('users', id)} />
      {!isErased && may('erase') && (
        <RowButton icon="trash" label={`Delete user ${name}`} isBusy={isBusy} onClick={onDelete} />
      )}
    </>
  )
}
