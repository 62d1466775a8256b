import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { MailedTo } from '../../../records/mail.ts'
import type { MailConsentCommand } from '../../domain/mail/mail-consent-events.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import { systemContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { presentSubject } from '../../read-model/mail-consents.ts'
import { lastEmailCampaignOf } from '../../read-model/mail-deliveries.ts'
import type { MailReport } from './mail-report.ts'

export type ReportTools = {
  handle: Handle
  knex: Knex
  subjects: Pick<SubjectKeys, 'find' | 'read'>
  messageIds: { read(messageId: string): MailedTo | null }
  /** Called with the reason for a report that does not fit into an event. */
  onReportSetAside?(reason: string): void
}

/** The subject of a report; null for a person we do not know, or who was erased. */
async function ownerOf({ knex, subjects, messageIds }: ReportTools, { messageId, email }: MailReport) {
  const mailed = messageId === null ? null : messageIds.read(messageId)
  const subject = mailed?.subject ?? (email === null ? null : await subjects.find(email))
  if (subject === null) return null
  const key = (await subjects.read([subject])).get(subject)
  if (key === undefined || key === 'erased') return null
  return { subject, campaignId: mailed ? mailed.campaignId : await lastEmailCampaignOf(knex, subject) }
}

/**
 * The people that a report is about. A person who moved to another address says no there too; a mailbox that is full or
 * gone says nothing about the new one.
 */
async function ownersOf(tools: ReportTools, report: MailReport): Promise<MailedTo[]> {
  const owner = await ownerOf(tools, report)
  if (owner === null || report.type === 'bounce') return owner === null ? [] : [owner]
  const subject = await presentSubject(tools.knex, owner.subject)
  const isErased = (await tools.subjects.read([subject])).get(subject) === 'erased'
  return subject === owner.subject || isErased ? [owner] : [owner, { ...owner, subject }]
}

/** True when the mailbox that refused the mail is another one than ours: the person has forwarded it there. */
async function isForwarder({ subjects }: ReportTools, report: MailReport, subject: string): Promise<boolean> {
  if (report.type !== 'bounce' || !report.recipient) return false
  return (await subjects.find(report.recipient)) !== subject
}

/**
 * Records bounces, complaints and unsubscribes, and stops the mail to the people they are about. Returns how many were
 * about people we know. The same report is the same command, so that a repeated one changes nothing, even after the
 * person subscribed again. `key`: of the only report, where its words may be read again at another time. A report that
 * cannot be recorded is set aside, and the others are not.
 */
export async function recordReports(tools: ReportTools, reports: readonly MailReport[], key?: string): Promise<number> {
  let recorded = 0
  for (const report of reports) {
    try {
      if (await recordReport(tools, report, key)) recorded++
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'invalid')) throw error
      tools.onReportSetAside?.(error.message)
    }
  }
  return recorded
}

function commandOf(report: MailReport, owner: MailedTo, isForwarded: boolean): MailConsentCommand {
  const data = { ...owner, at: new Date(report.at).toISOString() }
  const { sentAt } = report
  switch (report.type) {
    case 'complaint':
      return { type: 'ReportMailComplaint', data: { ...data, sentAt, isDoubted: report.isDoubted } }
    case 'unsubscribe':
      return { type: 'UnsubscribeFromMail', data }
    case 'bounce':
      return {
        type: 'ReportMailBounce',
        data: { ...data, sentAt, kind: isForwarded ? 'soft' : report.kind, code: report.code },
      }
  }
}

/** False when the person is unknown. */
async function recordReport(tools: ReportTools, report: MailReport, key?: string): Promise<boolean> {
  const owners = await ownersOf(tools, report)
  for (const owner of owners) {
    const command = commandOf(report, owner, await isForwarder(tools, report, owner.subject))
    const said = createHash('sha256').update(key ?? JSON.stringify(command))
    // Another command, or its events would get the ids of those of the first one.
    if (owner !== owners[0]) said.update(' present address')
    const commandId = `mail report ${said.digest('hex')}`
    await tools.handle(mailConsents, mailConsentStream(owner.subject), command, systemContext({ commandId }))
  }
  return owners.length > 0
}
