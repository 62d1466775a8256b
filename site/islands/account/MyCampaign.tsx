import { useStore } from '@nanostores/react'
import { $ownLinkState, openOwnLink, ownLinkForm } from '../../stores/account/own-link.ts'
import { LinkByMail } from '../forms/LinkByMail.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { FactSections } from './FactSections.tsx'
import { SubmissionItems } from './Submissions.tsx'

/** For people without an account: a mailed link opens what they sent in, and what is known about their address. */
export function MyCampaign() {
  const state = useStore($ownLinkState)
  switch (state.step) {
    case 'loading':
      return <CardSkeleton label="Loading what you sent in…" />
    case 'failed':
      return <ListNotice isOffline={false} onRetry={openOwnLink} />
    case 'no-token':
      return (
        <LinkByMail form={ownLinkForm}>
          <p>
            No account? We’ll email you a link that shows what you sent us, where you can correct or withdraw it, cancel
            a registration, and read what we know about you. It works for a day.
          </p>
        </LinkByMail>
      )
    case 'rejected':
      return (
        <LinkByMail form={ownLinkForm}>
          <p className="alert" role="alert">
            {state.sentence}
          </p>
        </LinkByMail>
      )
    case 'open':
      return (
        <div className="stack my-campaign">
          <section className="stack" aria-labelledby="submissions">
            <h2 id="submissions">What You Sent In</h2>
            <SubmissionItems />
          </section>
          <section className="stack" aria-labelledby="known">
            <h2 id="known">What We Know About You</h2>
            <FactSections sections={state.known.sections} />
          </section>
        </div>
      )
  }
}
