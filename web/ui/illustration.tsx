import styles from './illustration.module.css'

/** SVG paths of the drawings; all but `lost` are inside the arch of the logo. */
const scenes = {
  /** An open hall, for a list without rows. */
  empty: 'M46 92v-22a14 14 0 0 1 28 0v22M52 60h16M60 40v-6M44 46l-4-4M76 46l4-4',
  /** An open door, for an unknown address. */
  lost: 'M40 93V26h40v67M40 26l26 8v66l-26-7M60 66v4M20 93h20M80 93h20M72 44h2M72 56h2M72 68h2',
  /** A locked door, for a missing permission. */
  closed: 'M44 92V64a16 16 0 0 1 32 0v28ZM54 74h12v10H54ZM56.500 74v-3a3.500 3.500 0 0 1 7 0v3',
  /** An arch with a loose keystone, for an error. */
  broken: 'M46 92V70M74 92V70M50 58l-3 6M70 58l3 6M55 50l10 4-4 9-10-4Z',
} as const

export type Scene = keyof typeof scenes

/** A decorative drawing. Hidden from screen readers, because the text beside it has the meaning. */
export function Illustration({ scene }: { scene: Scene }) {
  const hasArch = scene !== 'lost'
  return (
    <svg
      className={styles.illustration}
      data-arch={hasArch ? '' : undefined}
      viewBox="0 0 120 104"
      width="120"
      height="104"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse className={styles.ground} cx="60" cy="94" rx="52" ry="7" />
      {hasArch && (
        <>
          <path className={styles.wall} d="M24 93V54a36 36 0 0 1 72 0v39Z" />
          <path
            className={styles.arch}
            d="M24 93V54a36 36 0 0 1 72 0v39M34 93V55a26 26 0 0 1 52 0v38"
          />
        </>
      )}
      <path className={styles.scene} d={scenes[scene]} />
    </svg>
  )
}
