import { defineMessages } from '#contract/locale.ts'

export const panelMessages = defineMessages(
  {
    panelText: 'Each time you log in, we ask for a code from your authenticator app.',
    rowTitle: 'Authenticator app',
    on: 'Active',
    off: 'Not set up',
    locked: 'Locked',
    since: 'Since {time}',
    lockedText:
      'Codes of your authenticator app are no longer accepted: too many wrong ones were entered, or an administrator has disabled it. Recovery codes still work. To use codes again, reset two-factor authentication.',
    reset: 'Reset two-factor authentication',
  },
  {
    ar: {
      panelText: 'يُطلب رمز من تطبيق المصادقة في كل مرة تسجّل فيها الدخول.',
      rowTitle: 'تطبيق المصادقة',
      on: 'مفعّل',
      off: 'غير مفعّل',
      locked: 'مقفل',
      since: 'منذ {time}',
      lockedText:
        'لم تعد رموز تطبيق المصادقة مقبولة: أُدخلت رموز خاطئة كثيرة أو عطّله أحد المسؤولين. لا تزال رموز الاسترداد تعمل. أعد تعيين خطوة التحقق الثانية لاستخدام الرموز من جديد.',
      reset: 'إعادة تعيين خطوة التحقق الثانية',
    },
    fr: {
      panelText:
        'Un code de votre application d’authentification vous est demandé à chaque connexion.',
      rowTitle: 'Application d’authentification',
      on: 'Active',
      off: 'Non configurée',
      locked: 'Verrouillée',
      since: 'Depuis le {time}',
      lockedText:
        'Les codes de votre application d’authentification ne sont plus acceptés : trop de codes erronés ont été saisis, ou un administrateur l’a désactivée. Les codes de secours fonctionnent toujours. Réinitialisez l’authentification à deux facteurs pour utiliser à nouveau des codes.',
      reset: 'Réinitialiser l’authentification à deux facteurs',
    },
    es: {
      panelText:
        'Cada vez que inicia sesión se le pide un código de su aplicación de autenticación.',
      rowTitle: 'Aplicación de autenticación',
      on: 'Activa',
      off: 'Sin configurar',
      locked: 'Bloqueada',
      since: 'Desde el {time}',
      lockedText:
        'Ya no se aceptan los códigos de su aplicación de autenticación: se han introducido demasiados incorrectos o un administrador la ha desactivado. Los códigos de recuperación siguen funcionando. Restablezca la autenticación de dos factores para volver a usar códigos.',
      reset: 'Restablecer la autenticación de dos factores',
    },
    zh: {
      panelText: '每次登录时都需要输入身份验证器应用的验证码。',
      rowTitle: '身份验证器应用',
      on: '已启用',
      off: '未设置',
      locked: '已锁定',
      since: '自 {time} 起',
      lockedText:
        '身份验证器应用的验证码不再被接受：错误验证码过多，或管理员已将其停用。恢复码仍然有效。请重置双重验证以重新使用验证码。',
      reset: '重置双重验证',
    },
  },
)
