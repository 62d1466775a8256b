import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import type { SegmentId } from '../../../contract/email-segments.ts'
import { kindLabels, people, segmentLooks } from '../../lib/email-campaign-words.ts'
import {
  $asked,
  $customContent,
  $sending,
  ask,
  closeQuestion,
  mailOf,
  type OneClickKind,
  send,
  sendPreview,
} from '../../stores/email-campaigns/one-click-sends.ts'
import { $statsById } from '../../stores/email-campaigns/segments.ts'
import { $may } from '../../stores/rights.ts'
import { TextField } from '../forms/TextField.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SendQuestion } from './SendQuestion.tsx'

/** Code points (contract/email-campaigns.ts). */
const maxContent = 10_000

type Card = { kind: OneClickKind; segment: SegmentId; text: string; button: string; hasContent: boolean }

const cards: readonly Card[] = [
  {
    kind: 'volunteer-update',
    segment: 'active-volunteers',
    text: 'Tell every active volunteer what comes next.',
    button: 'Send to Volunteers',
    hasContent: true,
  },
  {
    kind: 'donor-thank-you',
    segment: 'donors',
    text: 'Thank everyone who has given.',
    button: 'Send to Donors',
    hasContent: true,
  },
  {
    kind: 're-engagement',
    segment: 'inactive-supporters',
    text: 'Write to people we haven’t heard from in 90 days. The text is already written.',
    button: 'Send Re-engagement Campaign',
    hasContent: false,
  },
]

/** The three quick-send cards, each with one question (administration §2). */
export function SendCards({ focusAfter }: { focusAfter: RefObject<HTMLElement | null> }) {
  const asked = useStore($asked)
  const sending = useStore($sending)
  return (
    <>
      {cards.map((card) => (
        <SendCard card={card} key={card.kind} />
      ))}
      <SendQuestion
        isOpen={asked !== null}
        what={<What kind={asked} />}
        preview={sendPreview}
        mail={() => mailOf(asked ?? 're-engagement')}
        isSending={sending !== null}
        focusAfter={focusAfter}
        onSend={() => (asked === null ? Promise.resolve(false) : send(asked))}
        onClose={() => closeQuestion(asked)}
      />
    </>
  )
}

function What({ kind }: { kind: OneClickKind | null }) {
  const card = cards.find((one) => one.kind === kind)
  return (
    card && (
      <>
        {kindLabels[card.kind]} to {segmentLooks[card.segment].name}.
      </>
    )
  )
}

function SendCard({ card: { kind, segment, text, button, hasContent } }: { card: Card }) {
  const content = useStore($customContent)
  const stats = useStore($statsById).get(segment)
  const sending = useStore($sending)
  const may = useStore($may)
  return (
    <section className="card send-card" aria-labelledby={`card-${kind}`}>
      <div className="segment-head">
        <span className={`segment-icon segment-${segment}`}>
          <Icon name={segmentLooks[segment].icon} size={22} />
        </span>
        <div>
          <h3 id={`card-${kind}`}>{kindLabels[kind]}</h3>
          {may('figures') && <p className="quiet small">{stats === undefined ? 'Counting…' : people(stats.count)}</p>}
        </div>
      </div>
      <p className="quiet small">{text}</p>
      {hasContent && (
        <TextField
          label="Custom content"
          value={content}
          isOptional
          rows={4}
          help="Leave blank to send the standard text."
          error={
            [...content].length > maxContent
              ? `Use at most ${maxContent.toLocaleString('en-US')} characters.`
              : undefined
          }
          onChange={(words) => $customContent.set(words)}
        />
      )}
      <BusyButton className="button send-button" busy="Sending..." isBusy={sending === kind} onClick={() => ask(kind)}>
        {button}
      </BusyButton>
    </section>
  )
}
