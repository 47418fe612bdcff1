import { imagePath } from '#contract/image.ts'
import styles from './platform-mark.module.css'

type Props = {
  name: string
  /** The hash of its image. */
  logo: string | null | undefined
  size?: 'small' | 'large'
}

/** The logo of a platform, else the first letter of its name; the name beside it says the same. */
export function PlatformMark({ name, logo, size }: Props) {
  if (logo) return <img className={styles.mark} data-size={size} src={imagePath(logo)} alt="" />
  const [initial] = new Intl.Segmenter().segment(name)
  return (
    <span className={styles.mark} data-size={size} aria-hidden="true">
      {initial?.segment}
    </span>
  )
}
