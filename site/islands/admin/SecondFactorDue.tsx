import { messages } from '../../lib/messages.ts'
import { settingsPath } from '../../lib/paths.ts'
import { setUpLater } from '../../stores/admin/console.ts'
import { Icon } from '../ui/Icon.tsx'

/** Shown in place of the console to an admin without the required second factor. */
export const SecondFactorDue = ({ due }: { due: 'soon' | 'now' }) => (
  <section className="card stack second-factor-due" aria-labelledby="second-factor-due">
    <Icon name="shield" size={32} />
    <h2 id="second-factor-due">Set up two-step sign-in</h2>
    <p>{messages.secondFactor.due[due]}</p>
    <div className="actions">
      <a className="button button-primary" href={settingsPath('security')}>
        Set It Up Now
      </a>
      {due === 'soon' && (
        <button className="button" type="button" onClick={setUpLater}>
          Not Now
        </button>
      )}
    </div>
  </section>
)
