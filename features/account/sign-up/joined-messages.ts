import { defineMessages } from '#contract/locale.ts'

/** Apart from the other messages of joining, which its first page loads. */
export const joinedMessages = defineMessages(
  {
    title: 'You’re in',
    text: 'Your account is ready. Where would you like to go first?',
    textWithout: 'Your account is ready.',
    toAccount: 'Go to my account',
  },
  {
    ar: {
      title: 'اكتمل انضمامك',
      text: 'حسابك جاهز. إلى أين تريد الذهاب أولًا؟',
      textWithout: 'حسابك جاهز.',
      toAccount: 'الانتقال إلى حسابي',
    },
    fr: {
      title: 'Vous y êtes',
      text: 'Votre compte est prêt. Par où voulez-vous commencer ?',
      textWithout: 'Votre compte est prêt.',
      toAccount: 'Aller à mon compte',
    },
    es: {
      title: 'Ya está dentro',
      text: 'Su cuenta está lista. ¿Por dónde quiere empezar?',
      textWithout: 'Su cuenta está lista.',
      toAccount: 'Ir a mi cuenta',
    },
    zh: {
      title: '欢迎加入',
      text: '您的账户已就绪。您想先前往哪里？',
      textWithout: '您的账户已就绪。',
      toAccount: '前往我的账户',
    },
  },
)
