import { captureLinkClicks } from './hero/capture-links.ts'
import { startVariation } from './hero/hero-variation.ts'
import { startTracker } from './hero/supporter-tracker.ts'
import { startLateForm } from './late-form.ts'
import { startVolunteerCount } from './volunteer-count.ts'

// Each of them looks for its element and does nothing without it: islands may import modules of this file on any page.
startLateForm()
startTracker()
startVolunteerCount()
captureLinkClicks()
void startVariation()
