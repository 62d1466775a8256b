import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { publicDateAndTime } from '../../lib/dates.ts'
import { kindLabels, segmentNames, switchNames } from '../../lib/email-campaign-words.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { createEmailCampaign, type EmailCampaignStores } from '../../stores/email-campaigns/email-campaign.ts'
import {
  $isActing,
  copyToDraft,
  type EmailCampaignStep,
  isReusable,
  lacksApproval,
  stepsOf,
  takeStep,
} from '../../stores/email-campaigns/email-campaign-actions.ts'
import { $may } from '../../stores/rights.ts'
import { $session } from '../../stores/session.ts'
import { LoadFailure, OutdatedNotice } from '../admin/LoadFailure.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { BackLink } from './BackLink.tsx'
import { EmailCampaignBadges } from './EmailCampaignBadges.tsx'
import { CancelQuestion } from './EmailCampaignList.tsx'
import { Ledger } from './Ledger.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { Progress } from './Progress.tsx'
import { Recipients } from './Recipients.tsx'
import { SendAgain } from './SendAgain.tsx'
import { Why } from './Why.tsx'

/** One campaign: its progress, the possible actions, its ledger and its recipients. */
export function EmailCampaignDetail({ id }: { id: number }) {
  const stores = useMemo(() => createEmailCampaign(id), [id])
  const { emailCampaign } = stores
  const state = useStore(emailCampaign.$state)
  const may = useStore($may)
  const back = <BackLink tab="send">All campaigns</BackLink>
  switch (state.status) {
    case 'loading':
      return (
        <>
          {back}
          <CardSkeleton label="Loading the campaign…" />
        </>
      )
    case 'failed':
    case 'offline':
      return (
        <>
          {back}
          <LoadFailure state={state} onRetry={emailCampaign.reload} />
        </>
      )
    case 'loaded':
      return (
        <div className="campaign-detail">
          {back}
          <OutdatedNotice state={state} onRetry={emailCampaign.reload} />
          <Head emailCampaign={state.value} stores={stores} />
          {may('recipients') && state.value.progress !== null && <Decided stores={stores} />}
        </div>
      )
  }
}

const buttons: { [Step in EmailCampaignStep]: string } = {
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel campaign',
  approve: 'Approve',
  unschedule: 'Back to draft',
}

function Head({ emailCampaign, stores }: { emailCampaign: EmailCampaign; stores: EmailCampaignStores }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const may = useStore($may)
  const { name, progress, status, preheader, body } = emailCampaign
  const show = (next: EmailCampaign) => stores.emailCampaign.change(() => next)
  return (
    <section className="card campaign-head" aria-labelledby="campaign-name">
      <div className="campaign-title">
        <h2 id="campaign-name" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <EmailCampaignBadges emailCampaign={emailCampaign} />
      </div>
      {progress !== null && <Progress emailCampaign={emailCampaign} progress={progress} />}
      {may('send') && status === 'sent' && progress !== null && progress.failed > 0 && (
        <SendAgain emailCampaign={emailCampaign} focusAfter={heading} onDone={show} />
      )}
      <Warnings emailCampaign={emailCampaign} />
      <Facts emailCampaign={emailCampaign} />
      {body !== '' && (
        <details className="campaign-text">
          <summary>Text of the email</summary>
          {preheader !== '' && <p className="quiet">{preheader}</p>}
          <p className="campaign-body">{body}</p>
        </details>
      )}
      <Actions emailCampaign={emailCampaign} show={show} />
    </section>
  )
}

/** Its failure, and what it waits for. */
function Warnings({ emailCampaign }: { emailCampaign: EmailCampaign }) {
  const adminId = useAdminId()
  const { failedBecause, pausedBecause, exceededBy, rewrittenBy = null } = emailCampaign
  return (
    <>
      {failedBecause !== null && <p className="alert">{failedBecause}</p>}
      {pausedBecause === 'rights' && (
        <p className="alert">
          The person or API key that let this go out may no longer send campaigns, so it’s paused. Resume it if it
          should go on, or cancel it.
        </p>
      )}
      {rewrittenBy !== null && (
        <p className="alert">
          {rewrittenBy} changed this after it was scheduled, so it won’t go out by itself. Read it, then schedule it
          again or send it.
        </p>
      )}
      {exceededBy !== null && (
        <p className="alert">
          After this campaign was sent, more {exceededBy} were reported than would have paused it. Find out what was
          different about these people before you send the next one.
        </p>
      )}
      {lacksApproval(emailCampaign, adminId) && (
        <p className="progress-waits">Because of its size, another person who may send has to approve it first.</p>
      )}
    </>
  )
}

function Facts({ emailCampaign }: { emailCampaign: EmailCampaign }) {
  const { subject, replyTo, kind, segmentIds, obeys, createdBy, approvedBy, scheduledFor, sentAt, finishedAt } =
    emailCampaign
  const timeOf = (time: string | null) => time && publicDateAndTime(time)
  const facts: [label: string, words: string | null][] = [
    ['Subject', subject],
    ['Replies to', replyTo],
    ['To', segmentNames(segmentIds)],
    ['Not to people who turned off', switchNames(obeys)],
    ['Kind', kindLabels[kind]],
    ['Written by', createdBy],
    ['Approved by', approvedBy],
    ['Scheduled for', timeOf(scheduledFor)],
    ['Started', timeOf(sentAt)],
    ['Finished', timeOf(finishedAt)],
  ]
  return (
    <dl className="campaign-facts">
      {facts
        .filter(([, words]) => words !== null)
        .map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  )
}

type ActionsProps = { emailCampaign: EmailCampaign; show: (next: EmailCampaign) => void }

function Actions({ emailCampaign, show }: ActionsProps) {
  const isActing = useStore($isActing)
  const [isAsking, setAsking] = useState(false)
  const adminId = useAdminId()
  const may = useStore($may)
  const { id, status, progress } = emailCampaign
  return (
    <>
      <div className="actions">
        {stepsOf(emailCampaign, adminId, may).map((step) => (
          <button
            type="button"
            className={`button button-small ${step === 'resume' || step === 'approve' ? 'button-primary' : ''}`}
            disabled={isActing}
            key={step}
            onClick={() => (step === 'cancel' ? setAsking(true) : void takeStep(step, emailCampaign, show))}
          >
            {buttons[step]}
          </button>
        ))}
        {isReusable(emailCampaign) && (
          <button
            type="button"
            className="button button-small"
            disabled={isActing}
            onClick={() => void copyToDraft(emailCampaign)}
          >
            Copy to a new draft
          </button>
        )}
        {status === 'draft' && (
          <PlaceLink to={{ tab: 'send', compose: id }} className="button button-small">
            Edit the draft
          </PlaceLink>
        )}
        {may('figures') && progress !== null && (
          <PlaceLink to={{ tab: 'analytics', emailCampaign: id }} className="button button-small">
            See results
          </PlaceLink>
        )}
        <button type="button" className="button button-small" onClick={() => openHistory('email-campaigns', id)}>
          History
        </button>
      </div>
      <CancelQuestion emailCampaign={isAsking ? emailCampaign : null} onDone={show} onClose={() => setAsking(false)} />
    </>
  )
}

function useAdminId(): number | null {
  const session = useStore($session)
  return session.status === 'signed-in' ? session.user.id : null
}

/** Shown once the email campaign is being sent: the ledger, the recipients, and an answer about each of them. */
function Decided({ stores }: { stores: EmailCampaignStores }) {
  const handled = useStore(stores.$handled)
  const { recipients, why } = stores
  const whyTitle = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Not for the first rows, which are being loaded.
    if (handled !== null && recipients.$state.get().status === 'loaded') void recipients.reload()
  }, [handled, recipients])
  return (
    <>
      <div className="campaign-columns">
        <Ledger ledger={stores.ledger} />
        <Why stores={why} title={whyTitle} />
      </div>
      <Recipients id={stores.id} list={recipients} why={why} onAnswered={() => whyTitle.current?.focus()} />
    </>
  )
}
