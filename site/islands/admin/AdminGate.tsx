import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $access, $secondFactorDue } from '../../stores/admin/console.ts'
import { $may } from '../../stores/rights.ts'
import { refreshSession } from '../../stores/session.ts'
import { FreshProof } from '../security/FreshProof.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { FindPersonButton, PersonOnDemand } from './PersonOnDemand.tsx'
import { SecondFactorDue } from './SecondFactorDue.tsx'
import { SessionEnd } from './SessionEnd.tsx'
import { useLossNotice } from './use-loss-notice.ts'

/** `rights`: each of these opens the page; staff without one are told so. Absent: it is for all staff. */
type Props = { rights?: readonly StaffRight[]; children: ReactNode }

/**
 * Content for staff; other people are told why they are being redirected to the home page. A page that was open stays when
 * its reader loses the right to it, with what they typed.
 */
export function AdminGate({ rights, children }: Props) {
  const access = useStore($access)
  const due = useStore($secondFactorDue)
  const may = useStore($may)
  const isOpen = access === 'granted' && (rights === undefined || rights.some((right) => may(right)))
  const wasOpen = useRef(false)
  wasOpen.current ||= isOpen
  const wasShown = useRef(false)
  wasShown.current ||= isOpen && due === null
  useLossNotice(isOpen)
  if (isOpen || (wasOpen.current && access !== 'checking'))
    return (
      <>
        {!isOpen && <p className="alert">{messages.admin.rightsEnded.description}</p>}
        {due !== null && <SecondFactorDue due={due} />}
        {isOpen && due === null && may('people') && <FindPersonButton />}
        {(due === null || wasShown.current) && children}
        <PersonOnDemand />
        <SessionEnd />
        <FreshProof />
      </>
    )
  switch (access) {
    case 'checking':
      return (
        <p className="notice" role="status">
          Checking your access…
        </p>
      )
    case 'denied':
      return (
        <p className="notice" role="alert">
          {messages.admin.denied.title} - {messages.admin.denied.description}
        </p>
      )
    case 'unreachable':
      return <RetryNotice onRetry={refreshSession}>{messages.server.unreachable}</RetryNotice>
    case 'granted':
      return (
        <p className="notice">
          {messages.admin.notYours} <a href={paths.admin}>Back to the console</a>
        </p>
      )
  }
}
