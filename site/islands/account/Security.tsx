import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '../../../contract/auth.ts'
import type { IconName } from '../../lib/icons.ts'
import { $exporting, downloadMyData } from '../../stores/account/personal-export.ts'
import { $isStaff } from '../../stores/rights.ts'
import { ConnectionsPanel } from '../security/ConnectionsPanel.tsx'
import { EmailPanel } from '../security/EmailPanel.tsx'
import { FreshProof } from '../security/FreshProof.tsx'
import { PasskeysPanel } from '../security/PasskeysPanel.tsx'
import { PasswordPanel } from '../security/PasswordPanel.tsx'
import { SecondFactorPanel } from '../security/SecondFactorPanel.tsx'
import { SessionsPanel } from '../security/SessionsPanel.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { KnownFacts } from './KnownFacts.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'

/** The Security tab (§2). */
export function Security({ user }: { user: CurrentUser }) {
  const isExporting = useStore($exporting)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const isStaff = useStore($isStaff)
  return (
    <div className="security-grid">
      {isStaff && <SecondFactorPanel user={user} />}
      <SecurityCard icon="mail" title="Magic Link Authentication">
        <p className="quiet">
          You can sign in without a password: we email you a link that works once, within 15 minutes.
        </p>
      </SecurityCard>
      <SecurityCard icon="history" title="Account Activity">
        <p className="quiet">
          See where your account is signed in and how it was used, and sign out any browser that isn’t yours.
        </p>
        <button
          className="button button-small"
          type="button"
          aria-expanded={isHistoryOpen}
          aria-controls="login-history"
          onClick={() => setHistoryOpen(!isHistoryOpen)}
        >
          {isHistoryOpen ? 'Hide Login History' : 'View Login History'}
        </button>
      </SecurityCard>
      <div className="whole-row" id="login-history" hidden={!isHistoryOpen}>
        {isHistoryOpen && <SessionsPanel />}
      </div>
      <PasskeysPanel />
      <PasswordPanel />
      <EmailPanel />
      {!isStaff && <SecondFactorPanel user={user} />}
      <ConnectionsPanel />
      <SecurityCard icon="eye" title="Privacy Controls">
        <p className="quiet">
          See what we know about you and where from, download all of it, and see who can see what.
        </p>
        <div className="actions">
          <BusyButton className="button button-small" busy="Preparing..." isBusy={isExporting} onClick={downloadMyData}>
            Download My Data
          </BusyButton>
          <KnownFacts />
          <PrivacySettings user={user} />
        </div>
      </SecurityCard>
      <SecurityCard icon="trash" title="Delete Account">
        <p className="quiet">
          Erases all your personal data 24 hours from now. Totals such as volunteer counts stay, without your name.
        </p>
        <DeleteAccount user={user} />
      </SecurityCard>
      <FreshProof />
    </div>
  )
}

function SecurityCard({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="card security-card">
      <h2 className="security-card-title">
        <span className="tile-icon">
          <Icon name={icon} />
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
