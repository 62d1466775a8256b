import { type SubmitEvent, useId } from 'react'
import { Icon } from '../../ui/Icon.tsx'

type Props = {
  page: number
  pages: number
  /** 'Showing 50 of 1,234 prayers'. */
  summary: string
  onChoose: (page: number) => void
}

/** The line below a table: how many rows there are, and the way to the other pages. */
export function Pages({ page, pages, summary, onChoose }: Props) {
  const id = useId()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = Number(new FormData(event.currentTarget).get('page'))
    onChoose(Math.min(Math.max(1, Math.trunc(chosen) || 1), pages))
  }
  return (
    <div className="table-foot">
      <p className="quiet small" role="status">
        {summary}
      </p>
      {(pages > 1 || page > 1) && (
        <nav className="pages" aria-label="Pages">
          <Step icon="first" label="First page" isOff={page === 1} onClick={() => onChoose(1)} />
          <Step icon="previous" label="Previous page" isOff={page === 1} onClick={() => onChoose(page - 1)} />
          <form onSubmit={onSubmit}>
            <label htmlFor={id}>Page</label>
            <input
              key={page}
              className="input"
              id={id}
              name="page"
              inputMode="numeric"
              pattern="[0-9]*"
              defaultValue={page}
              onBlur={({ target }) => {
                target.value = String(page)
              }}
            />
            <span>of {pages.toLocaleString('en-US')}</span>
          </form>
          <Step icon="next" label="Next page" isOff={page >= pages} onClick={() => onChoose(page + 1)} />
        </nav>
      )}
    </div>
  )
}

type StepProps = { icon: 'first' | 'previous' | 'next'; label: string; isOff: boolean; onClick: () => void }

const Step = ({ icon, label, isOff, onClick }: StepProps) => (
  <button className="icon-button" type="button" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
    <Icon name={icon} />
  </button>
)
