import { Icon } from '../ui/Icon.tsx'
import { PlaceLink } from './PlaceLink.tsx'

/** The way to the editor. */
export const ComposeCard = () => (
  <section className="card send-card" aria-labelledby="compose-card">
    <div className="segment-head">
      <span className="segment-icon segment-compose">
        <Icon name="edit" size={22} />
      </span>
      <div>
        <h3 id="compose-card">Compose</h3>
        <p className="quiet small">Any segment</p>
      </div>
    </div>
    <p className="quiet small">
      Write your own email to one segment or several, and send it now or at a time you choose. Drafts are kept below.
    </p>
    <PlaceLink to={{ tab: 'send', compose: 'new' }} className="button send-button">
      Compose a campaign
    </PlaceLink>
  </section>
)
