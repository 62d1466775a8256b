import type { FastifyRequest } from 'fastify'
import { failedSignIns, failedSignInsStream } from '../../domain/accounts/failed-sign-ins.ts'
import type { FailedSignInCounts } from '../../identity/failed-sign-ins.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { networkOf } from '../../kernel/http/networks.ts'

export type ReportFailedSignIn = (
  request: FastifyRequest,
  attempt: { userId: number | null; account: string },
) => Promise<void>

/** Counts a failed sign-in, and records a series. Known and unknown accounts take the same steps. Never rejects. */
export const createFailedSignInReports =
  ({ handle, failedSignInCounts }: { handle: Handle; failedSignInCounts: FailedSignInCounts }): ReportFailedSignIn =>
  async (request, { userId, account }) => {
    try {
      for (const { seriesId, ...series } of await failedSignInCounts.count(account, networkOf(request.ip))) {
        const data = { userId: series.series === 'account' ? userId : null, ...series }
        const context = { ...commandContext(request), commandId: `failed sign-ins ${seriesId}` }
        await handle(failedSignIns, failedSignInsStream(seriesId), { type: 'ReportFailedSignIns', data }, context)
      }
    } catch (error) {
      request.log.warn({ err: error }, 'A failed sign-in could not be counted.')
    }
  }
