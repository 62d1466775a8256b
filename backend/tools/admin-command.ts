import { isSetKey } from '../../records/staff-sets.ts'
import { type InvitationTools, invite } from '../commands/auth/admin-invitations.ts'
import { grantAdmin } from '../commands/auth/rights.ts'
import type { StaffConsentActs } from '../commands/mail-consents/staff-acts.ts'
import { type ErasureTools, erasePerson, personAt } from '../commands/users/erasures.ts'
import { rolesInForce } from '../domain/accounts/role-grants.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SetAsideEvent } from '../read-model/set-aside-events.ts'
import { type ContainmentTools, containment } from './containment.ts'
import { type DoctorParts, runDoctor } from './doctor-command.ts'
import { runMailConsent } from './mail-consent-command.ts'
import { type MailFactTools, showMailFacts } from './mail-facts-command.ts'
import { roleAsked, runRole } from './role-command.ts'
import { type SkipAsked, skipAsked } from './skip-event-command.ts'
import { type MailServer, sendTestMail } from './test-mail.ts'
import { runUnsentMails, type UnsentMailTools } from './unsent-mails-command.ts'

const maxBanReason = 500

export const usage = `Usage: npm run admin -- <command>

  grant <email>   Make the person with this address an admin. They must sign in again, with a password
                  of 15 characters or more. If the address is not proved yet, print a one-time
                  invitation, and mail it where a mail server is configured.
  grant <email> <role> [--event <number>] [--until <day>]
                  Give a person with an account a role: organizer, editor, moderator, analyst, or one of your own by
                  its name, in quotes, or its key, such as set-3.
                  --event: an organizer of this event alone. --until: the last day, such as 2026-11-30; the same
                  command changes it.
  revoke <email> <role> [--event <number>]
                  Take a role away.
  erase <email>   Permanently erase the personal data of the person with this address.
  demote <email>  Take the rights of an admin away.
  ban <email> [reason]
                  Ban a person, without an end; unban <email> lifts it.
  deactivate <email>
                  Close an account; reactivate <email> opens it again.
  end-sessions <email>
                  Sign a person out everywhere.
  reset-second-factor <email>
                  Turn off two-step sign-in and remove the passkeys of someone who lost their phone and
                  recovery codes. An admin can then use the console for one sign-in, to set it up again.
  unsubscribe <email> by-phone|in-person|by-letter
                  Stop all campaign mail to a person who told you so.
  lift-bounce <email> works-again|blocked-us|mistake
                  Mail an address again that bounced; never one of a person who unsubscribed or complained.
  lift-complaint <email> not-theirs|mistake|wants-mail
  lift-bounces <domain> <day>
                  After a block: mail the addresses of a domain again that bounced on that day, such as
                  2026-03-01.
  test-mail <email>
                  Send a test mail, and say what is wrong with the mail server.
  mail <email>    Show what was sent to an address, what was held back or refused, and why.
  unsent-mails    Show the mails of the site that the mail server refused.
                  unsent-mails retry <number|all> tries one again, or all that were given up;
                  unsent-mails skip <number> lets one be.
  seal-key [fingerprint]
                  Let the key in SEAL_KEY_FILE or SEAL_KEY_COMMAND sign the seals of the log from here on
                  (neither set: the one derived from APP_SECRET), after verifying all of them. Stop the
                  site first. The fingerprint of the key before is needed unless that is the derived one.
  skip-event <projection> <position> <reason>
                  Let one projection pass over one event for good, when it stopped there and nothing else
                  helps (/readyz names both). Its row is missing from then on, also after a rebuild; all
                  other projections keep it. The reason is recorded: name no person in it.
  rewind          After the log was put back from an older copy: put everything that remembers a place in it back to the
                  last event that both have, and say what is lost. Stop the site first.
  doctor          Check the secret, the roles of the database, the clock, the site with its certificate and proxy,
                  the mail server with SPF, DKIM and DMARC, the disk and the last backup. Show where the log ends,
                  and how far each projection and reactor is behind.
  set-aside       Show the events in our streams that cannot be read, and that everything passes over.
  list            Show all admins, and who has a role.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

export type AdminParts = ContainmentTools &
  InvitationTools & {
    /** The public URL of the site, such as http://127.0.0.1:3000. */
    publicUrl: string
    /** Null: there is no mail server. Rejects when the email could not be sent. */
    mailInvitation: ((to: string, link: { token: string; hours: number }) => Promise<void>) | null
    erasing: ErasureTools
    testMail?: MailServer
    unsentMails?: UnsentMailTools
    mailFacts?: MailFactTools
    /** Decisions of staff about the mail to other people. */
    staffConsents?: StaffConsentActs
    doctor?: Omit<DoctorParts, 'now' | 'print'>
    /** The first of the events that were set aside, and how many there are. */
    setAside?(): Promise<{ events: SetAsideEvent[]; count: number }>
    /** Returns the exit code. */
    skipEvent?(asked: SkipAsked): Promise<0 | 1>
    /** Returns the exit code. */
    rewind?(): Promise<0 | 1>
    /** The seals’ key; `replaced` is the fingerprint of the key before. */
    changeSealKey?(replaced: string | undefined): Promise<0 | 1>
  }

const isEmail = (text: string | undefined): text is string => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** `npm run admin -- …`: returns the exit code. */
export async function runAdmin(words: readonly string[], parts: AdminParts): Promise<0 | 1 | 2> {
  const [command, email, ...more] = words
  if (command === 'list' && email === undefined) return list(parts)
  if (command === 'doctor' && email === undefined && parts.doctor) return runDoctor({ ...parts, ...parts.doctor })
  if (command === 'set-aside' && email === undefined && parts.setAside) return showSetAside(parts.setAside, parts.print)
  if (command === 'unsent-mails' && parts.unsentMails) {
    const code = await runUnsentMails([email, ...more], parts.unsentMails, parts)
    if (code !== null) return code
  }
  const { staffConsents } = parts
  if (staffConsents) {
    const code = await runMailConsent(words, { ...parts, staffConsents })
    if (code !== null) return code
  }
  if (command === 'rewind' && email === undefined && parts.rewind) return parts.rewind()
  if (command === 'seal-key' && more.length === 0 && parts.changeSealKey) return parts.changeSealKey(email)
  const asked = roleAsked(more)
  const isRevoking = command === 'revoke' && asked?.lastDay === null
  if ((command === 'grant' || isRevoking) && isEmail(email) && asked)
    return runRole(command, email, asked, { ...parts, knex: parts.erasing.knex })
  if (isEmail(email) && more.length === 0) {
    if (command === 'grant') return grant(email, parts)
    if (command === 'erase') return erase(email, parts)
    if (command === 'mail' && parts.mailFacts) return showMailFacts(email, parts.mailFacts, parts.print)
    if (command === 'test-mail' && parts.testMail) return sendTestMail(email, parts.testMail, parts.print)
  }
  const skip = command === 'skip-event' ? skipAsked(words.slice(1)) : null
  if (skip && parts.skipEvent) return parts.skipEvent(skip)
  const reason = command === 'ban' ? more.join(' ').trim() : ''
  const isComplete = isEmail(email) && (more.length === 0 || command === 'ban') && reason.length <= maxBanReason
  if (isComplete && command !== undefined && Object.hasOwn(containment, command))
    return contain(command, email, reason || null, parts)
  parts.print(usage)
  if (command !== undefined && !/^(-h|(--)?help)$/.test(command))
    parts.print(`This is no command, or not all that it needs: ${words.join(' ')}`)
  return 2
}

async function grant(email: string, parts: AdminParts): Promise<0 | 1> {
  const { accounts, subjects, print } = parts
  const account = await accounts.byEmailHash(subjects.emailHash(email))
  if (!account?.isRegistered) return handOverInvitation(email, `There is no account for ${email} yet.`, parts)
  if (account.isBanned || !account.isActive) {
    print(`${email} is ${account.isBanned ? 'banned' : 'deactivated'}; undo that first.`)
    return 1
  }
  if (account.isAdmin) {
    print(`${email} is already an admin.`)
    return 0
  }
  if (!account.isEmailVerified)
    return handOverInvitation(email, `The address of the account for ${email} is not proved yet.`, parts)
  try {
    await grantAdmin(parts, account.userId, commandLineContext({ at: parts.now() }))
  } catch (error) {
    // After a crash the log may be newer than the row.
    if (!(error instanceof DomainError)) throw error
    print(error.message)
    return 1
  }
  print(
    `${email} is now an admin (account ${account.userId}, created ${account.createdAt}). They must sign in again, with a password of 15 characters or more.`,
  )
  return 0
}

/** For an unproven address: opening the link proves it, and removes everything that a stranger set up. */
async function handOverInvitation(email: string, why: string, parts: AdminParts): Promise<0> {
  const { publicUrl, mailInvitation, print } = parts
  const { token, link } = await invite(
    parts,
    { email },
    { publicUrl, context: commandLineContext({ at: parts.now() }) },
  )
  print(`${why} The person who opens this link within 24 hours becomes an admin; give it only to them:`)
  print(link)
  if (mailInvitation === null) return 0
  try {
    await mailInvitation(email, { token, hours: 24 })
    print(`The invitation was also mailed to ${email}.`)
  } catch {
    print('The invitation could not be mailed: check SMTP_URL, or hand the link over yourself.')
  }
  return 0
}

async function erase(email: string, { erasing, now, print }: AdminParts): Promise<0 | 1> {
  try {
    const person = await personAt(erasing, email)
    if (person === null) {
      print(`There is no data about ${email}.`)
      return 1
    }
    await erasePerson(erasing, person, commandLineContext({ at: now() }))
    print(`All personal data of ${email} has been erased.`)
    return 0
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    print(error.message)
    return 1
  }
}

async function contain(command: string, email: string, reason: string | null, parts: AdminParts): Promise<0 | 1> {
  const act = containment[command]
  const account = await parts.accounts.byEmailHash(parts.subjects.emailHash(email))
  if (!act || !account?.isRegistered) {
    parts.print(`There is no account for ${email}.`)
    return 1
  }
  try {
    return await act({ ...account, email }, parts, reason)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    parts.print(error.message)
    return 1
  }
}

async function showSetAside(setAside: NonNullable<AdminParts['setAside']>, print: AdminParts['print']): Promise<0> {
  const { events, count } = await setAside()
  if (count === 0) print('No event was set aside.')
  for (const { position, stream, revision, type, reason } of events)
    print(
      `${stream},${revision === null ? '' : ` revision ${revision},`} position ${position}, type ${type}: ${reason}`,
    )
  if (count > events.length) print(`And ${count - events.length} more.`)
  return 0
}

async function list({ accounts, print, now }: AdminParts): Promise<0> {
  const staff = await accounts.staff()
  if (!staff.some(({ isAdmin }) => isAdmin))
    print('There is no admin yet. Create one with: npm run admin -- grant you@example.org')
  for (const { userId, email, isAdmin, roles, isBanned, isActive } of staff) {
    const inForce = rolesInForce(roles, now().toISOString()).filter(({ role, name }) => !isSetKey(role) || name)
    const held = inForce.map(
      ({ role, name, eventId, until }) =>
        `${name === undefined ? role : `${name} (${role})`}${eventId === null ? '' : ` of event ${eventId}`}${until === null ? '' : ` until ${until}`}`,
    )
    const what = isAdmin ? held : held.length > 0 ? held : ['no role any more']
    const closed = [isBanned && 'banned', !isActive && 'deactivated'].filter((word) => word !== false)
    print([userId, email, ...what, ...closed].join('\t'))
  }
  return 0
}
