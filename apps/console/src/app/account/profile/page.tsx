import type { Metadata } from "next";
import { ProfilePage } from "@/account/profile-page.tsx";

export const metadata: Metadata = { title: "Profile" };

export default function AccountProfilePage() {
  return <ProfilePage />;
}
