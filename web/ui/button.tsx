import type { ComponentProps } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline'

type Props = ComponentProps<'button'> & {
  variant?: Variant
  /** Ignores presses, but keeps the focus, which `disabled` would lose. */
  isPending?: boolean
  /** For a button in a row of a table. */
  isInRow?: boolean
}

const classes: Record<Variant, string> = {
  primary: 'primary-button',
  secondary: 'secondary-button',
  quiet: 'quiet-button',
  danger: 'primary-button danger-button',
  'danger-outline': 'secondary-button danger-outline',
}

/** Of `type="button"` by default. */
export function Button(props: Props) {
  const { variant = 'secondary', isPending = false, isInRow, className, onClick, ...others } = props
  const names = [classes[variant], isInRow && 'row-button', className].filter(Boolean)
  return (
    <button
      type="button"
      {...others}
      className={names.join(' ')}
      {...(isPending && { 'aria-disabled': true })}
      onClick={isPending ? undefined : onClick}
    />
  )
}

type LinkProps = ComponentProps<'a'> & { variant?: Variant }

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', className, ...others }: LinkProps) {
  return <a {...others} className={[classes[variant], className].filter(Boolean).join(' ')} />
}
