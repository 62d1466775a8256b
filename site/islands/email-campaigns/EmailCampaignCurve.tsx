import type { EmailCampaignAnalytics } from '../../../contract/email-campaign-analytics.ts'
import { everyHour } from '../../lib/email-campaign-curve.ts'
import { DayChart } from '../admin/charts/DayChart.tsx'
import { Figures } from '../admin/charts/Figures.tsx'

const unit = {
  name: 'hour',
  full: (hour: string) => `Hour ${Number(hour) + 1}`,
  short: (hour: string) => `${hour} h`,
}

/** The results hour by hour, in the first seven days. */
export function EmailCampaignCurve({ curve }: Pick<EmailCampaignAnalytics, 'curve'>) {
  const hours = everyHour(curve)
  return (
    <section className="tile" aria-labelledby="curve-title">
      <div className="tile-head">
        <h3 id="curve-title">Hour by hour</h3>
        <p className="quiet">Since it was sent, up to seven days</p>
      </div>
      <DayChart
        label="Hour by hour"
        unit={unit}
        days={hours.map(({ hour }) => String(hour))}
        panels={[
          {
            title: 'Accepted',
            series: [{ label: 'Accepted', tone: 'visits', values: hours.map(({ accepted }) => accepted) }],
          },
          {
            title: 'Clicked and unsubscribed',
            series: [
              { label: 'Clicked', tone: 'signups', values: hours.map(({ clicked }) => clicked) },
              { label: 'Unsubscribed', tone: 'unique', values: hours.map(({ unsubscribed }) => unsubscribed) },
            ],
          },
        ]}
      />
      <Figures
        label="Hour by hour"
        rows={hours.filter(({ accepted, clicked, unsubscribed }) => accepted + clicked + unsubscribed > 0)}
        keyOf={({ hour }) => String(hour)}
        columns={[
          { label: 'Hour', isText: true, cell: ({ hour }) => unit.full(String(hour)) },
          { label: 'Accepted', cell: ({ accepted }) => accepted.toLocaleString('en-US') },
          { label: 'Clicked', cell: ({ clicked }) => clicked.toLocaleString('en-US') },
          { label: 'Unsubscribed', cell: ({ unsubscribed }) => unsubscribed.toLocaleString('en-US') },
        ]}
      />
    </section>
  )
}
