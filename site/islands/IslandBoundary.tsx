import { Component, Fragment, type ReactNode } from 'react'
import { messages } from '../lib/messages.ts'
import { RetryNotice } from './ui/RetryNotice.tsx'

/**
 * Wraps every island (island-client.ts): one that cannot be rendered shows a notice instead of leaving an empty place.
 */
export class IslandBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean; attempt: number }> {
  override state = { hasFailed: false, attempt: 0 }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  tryAgain = () => this.setState(({ attempt }) => ({ hasFailed: false, attempt: attempt + 1 }))

  override render() {
    const { hasFailed, attempt } = this.state
    if (hasFailed) return <RetryNotice onRetry={this.tryAgain}>{messages.island.failed}</RetryNotice>
    return <Fragment key={attempt}>{this.props.children}</Fragment>
  }
}
