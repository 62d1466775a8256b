/** A button's label in each of its states, at the width of the longer one. A style sheet alone knows the one not shown. */
export function ButtonLabels({ idle, busy, isBusy }: { idle: string; busy: string; isBusy: boolean }) {
  return (
    <span className="button-labels" data-other={isBusy ? idle : busy}>
      {isBusy ? busy : idle}
    </span>
  )
}
