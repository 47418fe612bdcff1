import { defineMessages } from '#contract/locale.ts'

/** Texts that say why a session ended, by the reasons of contract/session.ts and for a logout in another tab. */
export const sessionEndMessages = defineMessages(
  {
    loggedOutTitle: 'You logged out in another tab',
    loggedOutText: 'For your security, you have been logged out here too.',
    endedIdle: 'You were logged out because you were inactive for a while.',
    endedExpired: 'Your session reached its maximum duration. Please log in again.',
    endedElsewhere: 'You ended this session from another browser.',
    endedBySupport: 'Support ended this session. Please log in again.',
    endedPassword: 'Your password was changed, so this session was ended. Log in with the new one.',
    endedInactive: 'This account was deactivated. Contact support.',
  },
  {
    ar: {
      loggedOutTitle: 'لقد سجّلت الخروج في علامة تبويب أخرى',
      loggedOutText: 'حفاظًا على أمانك، تم تسجيل خروجك هنا أيضًا.',
      endedIdle: 'تم تسجيل خروجك لعدم وجود نشاط لفترة.',
      endedExpired: 'بلغت جلستك أقصى مدة لها. يرجى تسجيل الدخول من جديد.',
      endedElsewhere: 'لقد أنهيت هذه الجلسة من متصفح آخر.',
      endedBySupport: 'أنهى فريق الدعم هذه الجلسة. يرجى تسجيل الدخول من جديد.',
      endedPassword: 'تم تغيير كلمة مرورك، لذلك أُنهيت هذه الجلسة. سجّل الدخول بكلمة المرور الجديدة.',
      endedInactive: 'تم إلغاء تفعيل هذا الحساب. تواصل مع الدعم.',
    },
    fr: {
      loggedOutTitle: 'Vous vous êtes déconnecté dans un autre onglet',
      loggedOutText: 'Pour votre sécurité, vous avez aussi été déconnecté ici.',
      endedIdle: 'Vous avez été déconnecté après un certain temps d’inactivité.',
      endedExpired: 'Votre session a atteint sa durée maximale. Veuillez vous reconnecter.',
      endedElsewhere: 'Vous avez fermé cette session depuis un autre navigateur.',
      endedBySupport: 'L’assistance a fermé cette session. Veuillez vous reconnecter.',
      endedPassword:
        'Votre mot de passe a été modifié : cette session a donc été fermée. Connectez-vous avec le nouveau.',
      endedInactive: 'Ce compte a été désactivé. Contactez l’assistance.',
    },
    es: {
      loggedOutTitle: 'Ha cerrado la sesión en otra pestaña',
      loggedOutText: 'Por su seguridad, la sesión también se ha cerrado aquí.',
      endedIdle: 'Hemos cerrado su sesión tras un tiempo de inactividad.',
      endedExpired: 'Su sesión ha alcanzado su duración máxima. Inicie sesión de nuevo.',
      endedElsewhere: 'Ha cerrado esta sesión desde otro navegador.',
      endedBySupport: 'El equipo de soporte ha cerrado esta sesión. Inicie sesión de nuevo.',
      endedPassword:
        'Se ha cambiado su contraseña, por lo que se ha cerrado esta sesión. Inicie sesión con la nueva.',
      endedInactive: 'Esta cuenta se ha desactivado. Contacte con soporte.',
    },
    zh: {
      loggedOutTitle: '您已在其他标签页退出登录',
      loggedOutText: '为保障安全，此处也已退出登录。',
      endedIdle: '由于您一段时间没有操作，系统已让您退出登录。',
      endedExpired: '您的会话已达到最长时限，请重新登录。',
      endedElsewhere: '您已在其他浏览器中结束此会话。',
      endedBySupport: '客服支持已结束此会话，请重新登录。',
      endedPassword: '您的密码已更改，因此此会话已结束。请使用新密码登录。',
      endedInactive: '此账户已停用。请联系客服支持。',
    },
  },
)
