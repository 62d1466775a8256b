import { createHash } from 'node:crypto'
import { DomainError } from '../../domain/decider.ts'
import { type MailConsentCommand, mailConsentStream, mailConsents } from '../../domain/mail-consents.ts'
import { systemContext } from '../../eventlog/command-context.ts'
import type { SubjectKeys } from '../../eventlog/encryption/subject-keys.ts'
import type { Handle } from '../../eventlog/handle.ts'
import { applySuppression, type SuppressionTools } from '../mail-consents/mail-suppressions.ts'
import type { MailReport } from './reports.ts'

export type ReportTools = SuppressionTools & {
  handle: Handle
  subjects: Pick<SubjectKeys, 'find' | 'read'>
  messageIds: { read(messageId: string): { campaignId: number; subject: string } | null }
  /** Called with the reason for a report that says what no event can hold. */
  onReportSetAside?(reason: string): void
}

/** Whom a report is about; null when it is nobody we know, or somebody who was erased. */
async function ownerOf({ subjects, messageIds }: ReportTools, { messageId, email }: MailReport) {
  const mailed = messageId === null ? null : messageIds.read(messageId)
  const subject = mailed?.subject ?? (email === null ? null : await subjects.find(email))
  if (subject === null) return null
  const key = (await subjects.read([subject])).get(subject)
  if (key === undefined || key === 'erased') return null
  return { subject, campaignId: mailed?.campaignId ?? null }
}

/**
 * Records bounces and complaints, and stops the mail to whoever they are about. Returns how many were about somebody we
 * know. The same report is the same command, so that a repeated one changes nothing, even after the person subscribed
 * again. A report that cannot be recorded is set aside, and the others are not.
 */
export async function recordReports(tools: ReportTools, reports: readonly MailReport[]): Promise<number> {
  let recorded = 0
  for (const report of reports) {
    try {
      if (await recordReport(tools, report)) recorded++
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'invalid')) throw error
      tools.onReportSetAside?.(error.message)
    }
  }
  return recorded
}

/** False when it is about a person we do not know. */
async function recordReport(tools: ReportTools, report: MailReport): Promise<boolean> {
  const owner = await ownerOf(tools, report)
  if (!owner) return false
  const at = new Date(report.at).toISOString()
  const command: MailConsentCommand =
    report.type === 'complaint'
      ? { type: 'ReportMailComplaint', data: { ...owner, at } }
      : { type: 'ReportMailBounce', data: { ...owner, at, kind: report.kind, code: report.code } }
  const commandId = `mail report ${createHash('sha256').update(JSON.stringify(command)).digest('hex')}`
  await tools.handle(mailConsents, mailConsentStream(owner.subject), command, systemContext({ commandId }))
  await applySuppression(tools, owner.subject)
  return true
}
