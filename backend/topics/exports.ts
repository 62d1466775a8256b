import type { ExportEvent } from '../domain/exports.ts'
import { describes, generated, type Topic } from './topic.ts'

const impersonal = generated('exportId')

export const exports = {
  ...describes<ExportEvent>(),
  events: {
    EmailSignupsExported: {
      item: null,
      impersonal,
      audit: { isTelling: true, alert: ['The email list was exported', 'exports of the email list'] },
    },
    TableExported: {
      item: null,
      impersonal,
      audit: {
        isTelling: true,
        alert: ['A list of the console was exported', 'exports of lists of the console'],
      },
    },
    CampaignRecipientsExported: {
      item: null,
      impersonal,
      audit: {
        isTelling: true,
        alert: ['The recipients of a campaign were exported', 'exports of the recipients of campaigns'],
      },
    },
    MeasurementsExported: { item: null, impersonal, audit: { isTelling: true } },
  },
  streams: ['export'],
} as const satisfies Topic<ExportEvent>
